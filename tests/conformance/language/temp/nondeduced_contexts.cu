// case: nondeduced_contexts
// spec: [temp.deduct.type]
// arg: i32 = 2
// arg: out i32[5]
// expect: [4, 8, 12, 6, 9]
template <typename T>
struct identity {
    using type = T;
};
template <typename T>
using identity_t = typename identity<T>::type;
template <typename T>
__tile__ T scale(T x, identity_t<T> y) {
    return x * y;
}
template <int N>
struct A {};
template <int N>
__tile__ int half(A<N>, A<2 * N>) {
    return N * 4;
}
template <typename T>
__tile__ int with_default(T x, typename identity<T>::type y = 10) {
    return x + y;
}
template <typename T>
__tile__ int from_decltype(T x, decltype(x + 1) y) {
    return x + y;
}
template <typename T>
__tile__ int list(T x, T const (&)[3]) {
    return x * 3 + 3;
}

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = scale(n, 2.5);
    out[1] = half(A<2>(), A<4>());
    out[2] = with_default(n);
    out[3] = from_decltype(n, 4.7);
    out[4] = list(n, {1, 2, 3});
}
