// case: floating_condition
// spec: [cpp.cond]
// reject: E0133 conditions are computed with integers
#if 1.5 > 1
#endif
extern "C" __tile_global__ void test(int* out) { *out = 1; }
