// case: violated
// spec: 2.15.5 assume_divisible
// ub: rule 30: the value is not divisible
// arg: i32 = 65
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int n, int* out) { *out = ct::assume_divisible(n, 16_ic); }
