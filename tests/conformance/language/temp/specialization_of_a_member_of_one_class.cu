// case: specialization_of_a_member_of_one_class
// spec: [temp.expl.spec]
// arg: i32 = 5
// arg: out i32[6]
// expect: [5, 50, 7, 9, 1, 2]
template <typename T>
struct A {
    static int const k;
    __tile__ int f(int x) const { return x; }
    struct In {
        static constexpr int v = 1;
    };
    template <typename U>
    struct Box {
        __tile__ int g() const { return 7; }
    };
};
template <typename T>
constexpr int A<T>::k = 4;
template <>
constexpr int A<char>::k = 9;
template <>
__tile__ int A<double>::f(int x) const {
    return 10 * x;
}
template <>
struct A<short>::In {
    static constexpr int v = 2;
};

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = A<int>().f(n);
    out[1] = A<double>().f(n);
    out[2] = A<int>::Box<char>().g();
    out[3] = A<char>::k;
    out[4] = A<int>::In::v;
    out[5] = A<short>::In::v;
}
