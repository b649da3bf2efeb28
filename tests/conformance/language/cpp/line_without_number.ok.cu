// case: line_without_number
// spec: [cpp.line]
// accept: it does
#line 3 "file.cu"
extern "C" __tile_global__ void test(int* out) { *out = 1; }
