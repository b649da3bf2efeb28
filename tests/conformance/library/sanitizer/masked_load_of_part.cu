// case: masked_load_of_part
// spec: 3.1 Undefined Behavior Annex
// arg: i32[4] = iota+1
// arg: out i32[8]
// expect: [1, 2, 3, 4, 0, 0, 0, 0]
// note: the mask keeps all inside
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* in, int* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<8>>>();
    ct::store(out + at, ct::load_masked(in + at, at < 4, 0));
}
