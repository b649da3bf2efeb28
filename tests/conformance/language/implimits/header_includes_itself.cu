// case: header_includes_itself
// spec: [implimits]
// reject: E0123 the header has no guard
#include "headers/itself.h"
extern "C" __tile_global__ void test(int* out) { *out = 1; }
