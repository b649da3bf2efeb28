// case: reference_to_array_and_function
// spec: [dcl.init.ref], [dcl.ref]
// arg: i32 = 2
// arg: out i32[3]
// expect: [11, 4, 11]
__tile__ int twice(int n) { return 2 * n; }
__tile__ int total(int const (&v)[3]) { return v[0] + v[1] + v[2]; }
template <unsigned N> __tile__ int length(int const (&)[N]) { return N; }

extern "C" __tile_global__ void test(int n, int* out) {
    int v[3] = {n, n, n};
    int (&r)[3] = v;
    r[1] = 7;
    out[0] = total(v);
    int (&f)(int) = twice;
    out[1] = f(n);
    out[2] = length(r) + length({1, 2}) + total({1, 2, 3});
}
