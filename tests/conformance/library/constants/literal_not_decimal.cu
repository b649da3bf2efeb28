// case: literal_not_decimal
// spec: 2.13.1.2 Integral Constant Literals
// refuses: 2.13.1.2-1
// reject: E0315 the literal is a decimal integer
#include "cuda_tile.h"
using namespace cuda::tiles::literals;
extern "C" __tile_global__ void test(int* out) { *out = 0x10_ic; }
