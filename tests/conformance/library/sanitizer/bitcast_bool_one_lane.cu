// case: bitcast_bool_one_lane
// spec: 3.1 Undefined Behavior Annex
// ub: rule 9: one byte of a tile is 2
// arg: u8[4] = [0, 1, 2, 1]
// arg: out bool[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(unsigned char* in, bool* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::store(out + at, ct::element_bitcast<bool>(ct::load(in + at)));
}
