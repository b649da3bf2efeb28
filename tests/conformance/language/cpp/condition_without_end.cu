// case: condition_without_end
// spec: [cpp.cond]
// reject: E0133 an operand is missing
#if defined(__CUDACC__) &&
#endif
extern "C" __tile_global__ void test(int* out) { *out = 1; }
