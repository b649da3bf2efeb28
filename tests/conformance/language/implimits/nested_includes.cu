// case: nested_includes
// spec: [implimits]
// reject: E0123 more than 256 headers inside each other are taken for one that includes itself
#define LEVELS 257
#include "headers/deep.inc"
extern "C" __tile_global__ void test(int* out) { *out = 1; }
