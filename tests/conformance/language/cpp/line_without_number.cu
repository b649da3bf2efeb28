// case: line_without_number
// spec: [cpp.line]
// reject: E0137 a line number comes first
#line "file.cu" 3
extern "C" __tile_global__ void test(int* out) { *out = 1; }
