// case: missing_quoted_header
// spec: [cpp.include]
// accept: there is one of this name
#include "headers/vers2.h"
extern "C" __tile_global__ void test(int* out) { *out = 1; }
