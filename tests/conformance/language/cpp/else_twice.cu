// case: else_twice
// spec: [cpp.cond]
// reject: E0131 a conditional has one #else
#if 0
#else
#else
#endif
extern "C" __tile_global__ void test(int* out) { *out = 1; }
