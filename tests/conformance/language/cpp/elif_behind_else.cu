// case: elif_behind_else
// spec: [cpp.cond]
// reject: E0131 #else is the last group
#ifdef X
#else
#elif 1
#endif
extern "C" __tile_global__ void test(int* out) { *out = 1; }
