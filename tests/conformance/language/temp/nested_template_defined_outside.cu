// case: nested_template_defined_outside
// spec: [temp.mem]
// arg: i32 = 2
// arg: out i32[3]
// expect: [26, 14, 9]
template <typename T>
struct Outer {
    template <typename U, int N>
    struct Inner {
        __tile__ int f(int x);
        template <typename V>
        __tile__ int g(V v);
    };
    template <typename U>
    struct Inner<U, 0> {
        __tile__ int f(int x);
    };
};
template <typename T>
template <typename U, int N>
__tile__ int Outer<T>::Inner<U, N>::f(int x) {
    return x * (sizeof(T) + sizeof(U) + N);
}
template <typename T>
template <typename U, int N>
template <typename V>
__tile__ int Outer<T>::Inner<U, N>::g(V v) {
    return v * static_cast<int>(sizeof(V) + N);
}
template <typename T>
template <typename U>
__tile__ int Outer<T>::Inner<U, 0>::f(int x) {
    return x + sizeof(T) - sizeof(U);
}

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = Outer<int>::Inner<short, 7>().f(n);
    out[1] = Outer<int>::Inner<short, 3>().g(n);
    out[2] = Outer<double>::Inner<char, 0>().f(n);
}
