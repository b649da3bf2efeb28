// case: is_constant_evaluated
// spec: [meta.const.eval], [expr.const]/18
// arg: i32 = 5
// arg: out i32[4]
// expect: [101, 5, 6, 3]
constexpr int mode(int n) { return __builtin_is_constant_evaluated() ? n + 100 : n; }
__tile__ constexpr int tmode(int n) { return __builtin_is_constant_evaluated() ? n + 100 : n; }

extern "C" __tile_global__ void test(int n, int* out) {
    constexpr int a = mode(1);
    out[0] = a;
    out[1] = tmode(n);
    int b = tmode(n) + 1;
    out[2] = b;
    int c[mode(1) - 98];
    out[3] = sizeof(c) / sizeof(int);
}
