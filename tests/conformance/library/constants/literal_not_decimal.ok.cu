// case: literal_not_decimal
// spec: 2.13.1.2 Integral Constant Literals
// accept: the same number in decimal digits
#include "cuda_tile.h"
using namespace cuda::tiles::literals;
extern "C" __tile_global__ void test(int* out) { *out = 16_ic; }
