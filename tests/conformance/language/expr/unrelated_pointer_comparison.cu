// case: unrelated_pointer_comparison
// spec: [expr.eq]/3
// reject: E0509 int* and float* have no composite type
extern "C" __tile_global__ void test(float* p, int* out) { *out = p == out; }
