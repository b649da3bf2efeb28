// case: nested_includes
// spec: [implimits]
// accept: 256 levels are recommended
#define LEVELS 256
#include "headers/deep.inc"
static_assert(depth == 256);
extern "C" __tile_global__ void test(int* out) { *out = depth; }
