// case: function_specialization
// spec: [temp.expl.spec], [temp.deduct.decl]
// arg: i32 = 3
// arg: out i32[5]
// expect: [3, 30, 300, 33, 5]
template <typename T>
__tile__ int f(T x) {
    return static_cast<int>(x);
}
template <>
__tile__ int f(float x) {
    return static_cast<int>(10 * x);
}
template <>
__tile__ int f<double>(double x) {
    return static_cast<int>(100 * x);
}
template <typename T>
__tile__ int f(T* x) {
    return 11 * static_cast<int>(*x);
}
template <>
__tile__ int f(char*) {
    return 5;
}

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = f(n);
    out[1] = f(static_cast<float>(n));
    out[2] = f(static_cast<double>(n));
    out[3] = f(&n);
    char c = 1;
    out[4] = f(&c);
}
