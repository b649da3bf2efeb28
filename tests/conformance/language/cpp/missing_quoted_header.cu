// case: missing_quoted_header
// spec: [cpp.include]
// reject: E0120 the search finds no such file
#include "no_such_header.h"
extern "C" __tile_global__ void test(int* out) { *out = 1; }
