// case: division_by_zero
// spec: [cpp.cond]
// reject: E0134 the condition has no value
#define N 0
#if 10 / N > 2
#endif
extern "C" __tile_global__ void test(int* out) { *out = 1; }
