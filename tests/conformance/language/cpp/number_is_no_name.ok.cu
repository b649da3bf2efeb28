// case: number_is_no_name
// spec: [cpp.replace]
// accept: which may end in a digit
#define D3 1
extern "C" __tile_global__ void test(int* out) { *out = D3; }
