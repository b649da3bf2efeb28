// case: unknown_directive
// spec: [cpp.pre]
// accept: with its last letter
#define X 1
extern "C" __tile_global__ void test(int* out) { *out = 1; }
