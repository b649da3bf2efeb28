// case: werror
// spec: [cpp.pragma]
// reject: E0531 a warning that was asked to be an error
// flags: -Wall -Werror -Wno-error=unused-result
[[nodiscard]] __tile__ int seven() { return 7; }
[[deprecated]] __tile__ int six() { return 6; }
extern "C" __tile_global__ void test(int* out) { *out = six(); }
