// case: partial_ordering_functions
// spec: [temp.func.order], [temp.deduct.partial]
// arg: out i32[12]
// expect: [3, 2, 1, 2, 1, 2, 3, 1, 2, 1, 2, 1]
template <class T>
struct A {};
template <class T>
__tile__ int f(T) {
    return 1;
}
template <class T>
__tile__ int f(T*) {
    return 2;
}
template <class T>
__tile__ int f(T const*) {
    return 3;
}
template <class T>
__tile__ int g(T&&) {
    return 1;
}
template <class T>
__tile__ int g(T&) {
    return 2;
}
template <class T>
__tile__ int h(T const&) {
    return 1;
}
template <class T>
__tile__ int h(A<T>&) {
    return 2;
}
template <class T>
__tile__ int h(A<T> const&) {
    return 3;
}
template <class T, class U = int>
__tile__ int k(T, U = 1) {
    return 1;
}
template <class T>
__tile__ int k(T) {
    return 2;
}
template <class T, class... U>
__tile__ int v(T, U...) {
    return 1;
}
template <class T>
__tile__ int v(T) {
    return 2;
}
template <class T, class... U>
__tile__ int w(T*, U...) {
    return 1;
}
template <class... U>
__tile__ int w(U...) {
    return 2;
}
template <class T, int N>
__tile__ int arr(T (&)[N]) {
    return 1;
}
template <class T>
__tile__ int arr(T&) {
    return 2;
}

extern "C" __tile_global__ void test(int* out) {
    int const* p = nullptr;
    int* q = nullptr;
    out[0] = f(p);
    out[1] = f(q);
    out[2] = f(1);
    int x = 0;
    out[3] = g(x);
    out[4] = g(1);
    A<int> a;
    A<int> const c = {};
    out[5] = h(a);
    out[6] = h(c);
    out[7] = h(1);
    out[8] = v(1);
    out[9] = v(1, 2);
    out[10] = w(1, 2);
    out[11] = w(q, 2);
}
