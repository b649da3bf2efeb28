// case: load_behind_buffer
// spec: 3.1 Undefined Behavior Annex
// ub: rule 12: the fifth of four elements
// arg: i32[4] = iota
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* in, int* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::store(out + at, ct::load(in + at + 1));
}
