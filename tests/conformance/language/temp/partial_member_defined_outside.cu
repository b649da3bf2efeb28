// case: partial_member_defined_outside
// spec: [temp.spec.partial.member]
// arg: i32 = 4
// arg: out i32[5]
// expect: [4, 40, 12, 3, 17]
template <typename T, int N>
struct A {
    __tile__ int f(int x);
};
template <typename T, int N>
__tile__ int A<T, N>::f(int x) {
    return x;
}
template <typename T>
struct A<T, 2> {
    __tile__ int f(int x);
    template <typename U>
    __tile__ int g(U x);
    static const int k;
};
template <typename T>
__tile__ int A<T, 2>::f(int x) {
    return 10 * x;
}
template <typename T>
template <typename U>
__tile__ int A<T, 2>::g(U x) {
    return x * (sizeof(T) + 1 + sizeof(U) - 4);
}
template <typename T>
constexpr int A<T, 2>::k = 3;
template <typename T, int N>
struct A<T*, N> {
    __tile__ int f(int x);
};
template <typename T, int N>
__tile__ int A<T*, N>::f(int x) {
    return 13 + x;
}

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = A<int, 1>().f(n);
    out[1] = A<short, 2>().f(n);
    out[2] = A<short, 2>().g(n);
    out[3] = A<short, 2>::k;
    out[4] = A<int*, 3>().f(n);
}
