// case: shift_by_width
// spec: [expr.shift]/1
// ub: rule 5: a shift amount is the width
// arg: i32 = 32
// arg: out i32[1]
extern "C" __tile_global__ void test(int n, int* out) { *out = 1 << n; }
