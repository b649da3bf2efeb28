// case: narrowing_double_to_float
// spec: [dcl.init.list]/7.2
// reject: E0504 not a constant
extern "C" __tile_global__ void test(double d, float* out) { *out = float{d}; }
