// case: parameter_behind_ellipsis
// spec: [cpp.replace]
// accept: as the last one
#define ADD(a, ...) (a)
extern "C" __tile_global__ void test(int* out) { *out = ADD(1, 2); }
