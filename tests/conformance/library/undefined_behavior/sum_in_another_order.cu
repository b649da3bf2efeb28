// case: sum_in_another_order
// spec: 3.1 Undefined Behavior Annex
// ub: rule 7: the greatest value and 1 may be added first
// arg: i32[4] = [2147483647, -7, 1, -1]
// arg: out i32[1]
// note: from left to right no partial sum overflows
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(const int* x, int* out) {
    out[0] = static_cast<int>(ct::sum(ct::load(x + ct::iota<I>()), 0_ic));
}
