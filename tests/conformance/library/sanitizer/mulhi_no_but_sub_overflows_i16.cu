// case: mulhi_no_but_sub_overflows_i16
// spec: 3.1 Undefined Behavior Annex
// ub: rule 1: -32768 - 1 in one lane
// arg: i16[4] = [0, -32768, 5, 7]
// arg: out i16[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(short* in, short* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::store(out + at, ct::load(in + at) - ct::full<ct::tile<short, ct::shape<4>>>(1));
}
