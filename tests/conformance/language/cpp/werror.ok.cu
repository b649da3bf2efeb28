// case: werror
// spec: [cpp.pragma]
// accept: the same, corrected
// flags: -Wall -Werror -Wno-deprecated-declarations
[[deprecated]] __tile__ int six() { return 6; }
extern "C" __tile_global__ void test(int* out) { *out = six(); }
