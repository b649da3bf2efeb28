// case: static_and_extern
// spec: [dcl.stc]
// accept: the same, corrected
static __tile__ int scale(int x) { return 2 * x; }

extern "C" __tile_global__ void test(int* out) { *out = scale(1); }
