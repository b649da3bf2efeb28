// case: bound_of_unsigned
// spec: 2.15.3 assume_bounded_above
// ub: rule 30: 200 is more than 100, though its bits are those of -56
// arg: u8 = 200
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(unsigned char x, int* out) {
    out[0] = ct::assume_bounded_above(x, 100_ic);
}
