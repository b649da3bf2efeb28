// case: remainder_of_float
// spec: [expr.mul]/2
// reject: E0509 % takes integers
extern "C" __tile_global__ void test(float f, int* out) { *out = static_cast<int>(f % 2.0f); }
