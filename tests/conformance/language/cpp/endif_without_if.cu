// case: endif_without_if
// spec: [cpp.cond]
// reject: E0131 nothing is open
extern "C" __tile_global__ void test(int* out) { *out = 1; }
#endif
