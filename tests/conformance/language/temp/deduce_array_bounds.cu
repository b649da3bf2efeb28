// case: deduce_array_bounds
// spec: [temp.deduct.type], [temp.deduct.call]
// arg: out i32[6]
// expect: [3, 12, 6, 2, 4, 5]
template <typename T, int N>
__tile__ int count(T (&)[N]) {
    return N;
}
template <typename T, unsigned long N, unsigned long M>
__tile__ int area(T const (&)[N][M]) {
    return N * M;
}
template <int M, typename T>
__tile__ int rows(T (*)[M]) {
    return M;
}
template <typename T, int N>
__tile__ int braced(T const (&)[N]) {
    return N;
}
template <int N>
__tile__ int text(char const (&)[N]) {
    return N;
}
template <short N>
__tile__ int narrow(int (&)[N]) {
    return N;
}

extern "C" __tile_global__ void test(int* out) {
    int a[3] = {};
    int b[2][6] = {};
    out[0] = count(a);
    out[1] = area(b);
    out[2] = rows(b);
    out[3] = braced({1.0, 2.0});
    out[4] = text("abc");
    int c[5];
    out[5] = narrow(c);
}
