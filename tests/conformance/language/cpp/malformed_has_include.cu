// case: malformed_has_include
// spec: [cpp.cond]
// reject: E0150 a header name stands in the parentheses
#if __has_include(cstdint)
#endif
extern "C" __tile_global__ void test(int* out) { *out = 1; }
