// case: division_by_zero
// spec: 3.1 Undefined Behavior Annex
// ub: rule 3: the divisor of an integer division is zero
// arg: i32[4] = [1, 2, 0, 4]
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(int const* a, int* out) {
    auto i = ct::iota<I>();
    ct::store(out + i, 12 / ct::load(a + i));
}
