// case: division_by_zero
// spec: [cpp.cond]
// accept: what is not evaluated does not divide
#define N 0
#if N && 10 / N > 2
#endif
extern "C" __tile_global__ void test(int* out) { *out = 1; }
