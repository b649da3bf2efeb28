// case: constant_float_to_int_range
// spec: [conv.fpint]/1
// reject: E0570 the value does not fit
static_assert(static_cast<int>(3e9) != 0);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
