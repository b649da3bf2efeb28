// case: parameter_behind_ellipsis
// spec: [cpp.replace]
// reject: E0141 ... is the last one
#define ADD(..., a) (a)
extern "C" __tile_global__ void test(int* out) { *out = 1; }
