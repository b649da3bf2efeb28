// case: malformed_has_include
// spec: [cpp.cond]
// accept: in angle brackets
#if __has_include(<cstdint>)
#endif
extern "C" __tile_global__ void test(int* out) { *out = 1; }
