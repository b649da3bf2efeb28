// case: default_arguments
// spec: [dcl.fct.default], [over.match.viable]/2
// arg: i32 = 4
// arg: out i32[4]
// expect: [30, 4, 4, 28]
__tile__ int scale(int n, int by = 3, int plus = 1) { return n * by + plus; }
__tile__ int f(int n) { return n; }
__tile__ int f(double d, int k = 2) { return static_cast<int>(d) * k; }
__tile__ int next(int n) { return n + 1; }
__tile__ int late(int n, int m = next(6));

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = scale(n) + scale(n, 2) + scale(n, 2, 0);
    out[1] = f(2.5);
    out[2] = f(n);
    out[3] = late(n);
}
__tile__ int late(int n, int m) { return n * m; }
