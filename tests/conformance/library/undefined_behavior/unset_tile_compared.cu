// case: unset_tile_compared
// spec: 3.1 Undefined Behavior Annex
// ub: rule 15: a tile that was never assigned decides a branch
// arg: i32 = 0
// arg: out i32[1]
// note: with n > 0 it is defined
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(int n, int* out) {
    I x;
    if (n > 0)
        x = ct::full<I>(n);
    out[0] = ct::any_of(x == 3, 0_ic) ? 1 : 2;
}
