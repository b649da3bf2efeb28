// case: out_of_bounds
// spec: 3.1 Undefined Behavior Annex
// ub: rule 12: an access of an unmasked lane through an invalid pointer
// arg: i32[4] = iota
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(int const* a, int* out) {
    auto i = ct::iota<I>();
    ct::store(out + i, ct::load(a + i + 1));
}
