// case: reinterpret_int_to_float
// spec: [expr.reinterpret.cast]
// reject: E0513 a value is converted by static_cast
extern "C" __tile_global__ void test(int n, float* out) { *out = reinterpret_cast<float>(n); }
