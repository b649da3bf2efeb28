// case: defined_is_no_name
// spec: [cpp.predefined]
// reject: E0140 defined is the operator of #if
#define defined 1
extern "C" __tile_global__ void test(int* out) { *out = 1; }
