// case: too_few_arguments
// spec: [cpp.replace]
// reject: E0146 two parameters want two arguments
#define ADD(a, b) ((a) + (b))
extern "C" __tile_global__ void test(int* out) { *out = ADD(1); }
