// case: too_few_arguments
// spec: [cpp.replace]
// accept: an empty one is one
#define ADD(a, b) ((a) + (0 b))
extern "C" __tile_global__ void test(int* out) { *out = ADD(1,); }
