// case: explicit_specialization_of_members
// spec: [temp.expl.spec]
// arg: i32 = 5
// arg: out i32[7]
// expect: [5, 10, 15, 40, 1, 2, 7]
template <typename T>
struct S {
    __tile__ int f(int x) { return x; }
    template <typename U>
    __tile__ int g(U x) {
        return 3 * x;
    }
    template <typename U>
    struct In {
        static constexpr int v = 1;
    };
    static constexpr int k = 3;
};
template <>
__tile__ int S<char>::f(int x) {
    return 2 * x;
}
template <>
template <>
__tile__ int S<int>::g(long x) {
    return 8 * static_cast<int>(x);
}
template <>
template <>
struct S<int>::In<char> {
    static constexpr int v = 2;
};
template <>
struct S<void> {
    static constexpr int k = 7;
};

extern "C" __tile_global__ void test(int n, int* out) {
    S<int> s;
    out[0] = s.f(n);
    out[1] = S<char>().f(n);
    out[2] = s.g(n);
    out[3] = s.g(static_cast<long>(n));
    out[4] = S<int>::In<int>::v;
    out[5] = S<int>::In<char>::v;
    out[6] = S<void>::k;
}
