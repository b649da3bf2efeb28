// case: partial_specialization_most_specialized
// spec: [temp.spec.partial.match], [temp.spec.partial.order]
// note: the standard's own class A with its four specialisations
// arg: out i32[6]
// expect: [1, 2, 3, 5, 4, 4]
template <class T1, class T2, int I>
struct A {
    static constexpr int n = 1;
};
template <class T, int I>
struct A<T, T*, I> {
    static constexpr int n = 2;
};
template <class T1, class T2, int I>
struct A<T1*, T2, I> {
    static constexpr int n = 3;
};
template <class T>
struct A<int, T*, 5> {
    static constexpr int n = 4;
};
template <class T1, class T2, int I>
struct A<T1, T2*, I> {
    static constexpr int n = 5;
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = A<int, int, 1>::n;
    out[1] = A<int, int*, 1>::n;
    out[2] = A<int*, char, 5>::n;
    out[3] = A<short, char*, 5>::n;
    out[4] = A<int, char*, 5>::n;
    out[5] = A<int, double*, 5>::n;
}
