// case: constrained_member_defined_outside
// spec: [temp.mem.func], [temp.constr.decl]
// arg: i32 = 3
// arg: out i32[4]
// expect: [6, 9, 103, 203]
template <typename T>
concept Small = sizeof(T) < 4;
template <typename T>
struct A {
    __tile__ int f(int x) requires Small<T>;
    __tile__ int f(int x);
    template <typename U>
        requires Small<U>
    __tile__ int g(U x);
    template <typename U>
    __tile__ int g(U x);
};
template <typename T>
__tile__ int A<T>::f(int x) requires Small<T>
{
    return 2 * x;
}
template <typename T>
__tile__ int A<T>::f(int x) {
    return 3 * x;
}
template <typename T>
template <typename U>
    requires Small<U>
__tile__ int A<T>::g(U x) {
    return 100 + x;
}
template <typename T>
template <typename U>
__tile__ int A<T>::g(U x) {
    return 200 + x;
}

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = A<char>().f(n);
    out[1] = A<int>().f(n);
    out[2] = A<int>().g(static_cast<short>(n));
    out[3] = A<int>().g(n);
}
