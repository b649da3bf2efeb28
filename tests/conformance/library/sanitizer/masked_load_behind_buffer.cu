// case: masked_load_behind_buffer
// spec: 3.1 Undefined Behavior Annex
// ub: rule 12: the mask lets one element too many through
// arg: i32[4] = iota
// arg: out i32[8]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* in, int* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<8>>>();
    ct::store(out + at, ct::load_masked(in + at, at < 5, 0));
}
