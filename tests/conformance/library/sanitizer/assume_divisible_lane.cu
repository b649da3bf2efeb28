// case: assume_divisible_lane
// spec: 3.1 Undefined Behavior Annex
// ub: rule 30: 6 is not a multiple of 4
// arg: i32[4] = [4, 8, 6, 0]
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* in, int* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::store(out + at, ct::assume_divisible<4>(ct::load(in + at)));
}
