// case: block_scope_hides
// spec: [basic.scope.block]/1, [basic.scope.hiding]/1
// arg: i32 = 7
// arg: out i32[5]
// expect: [7, 14, 107, 7, 3]
int constexpr n = 100;

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = n;
    {
        int m = n;
        int n = m * 2;
        out[1] = n;
        out[2] = ::n + m;
    }
    out[3] = n;
    for (int n = 3; n < 4; ++n) out[4] = n;
}
