// case: include_without_name
// spec: [cpp.include]
// reject: E0122 a header name follows
#define HEADER 42
#include HEADER
extern "C" __tile_global__ void test(int* out) { *out = 1; }
