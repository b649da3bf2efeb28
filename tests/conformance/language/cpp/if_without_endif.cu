// case: if_without_endif
// spec: [cpp.cond]
// reject: E0132 the file ends
#if 1
#ifdef X
#endif
extern "C" __tile_global__ void test(int* out) { *out = 1; }
