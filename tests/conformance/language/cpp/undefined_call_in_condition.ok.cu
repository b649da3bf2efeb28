// case: undefined_call_in_condition
// spec: [cpp.cond]
// accept: tested before, in a conditional around it
#ifdef VERSION
#if VERSION(13, 3)
#endif
#endif
extern "C" __tile_global__ void test(int* out) { *out = 1; }
