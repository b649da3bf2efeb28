// case: number_is_no_name
// spec: [cpp.replace]
// reject: E0140 a macro name must be an identifier
#define 3D 1
extern "C" __tile_global__ void test(int* out) { *out = 1; }
