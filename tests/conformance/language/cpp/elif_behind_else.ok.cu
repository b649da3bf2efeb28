// case: elif_behind_else
// spec: [cpp.cond]
// accept: before it
#ifdef X
#elif 1
#else
#endif
extern "C" __tile_global__ void test(int* out) { *out = 1; }
