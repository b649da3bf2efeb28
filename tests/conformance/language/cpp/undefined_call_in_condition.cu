// case: undefined_call_in_condition
// spec: [cpp.cond]
// reject: E0133 VERSION is 0 here, and 0(13, 3) no expression
#if VERSION(13, 3)
#endif
extern "C" __tile_global__ void test(int* out) { *out = 1; }
