// case: logic_of_restricted_floats
// spec: 2.2.17 Logical Conjunction, 2.2.18 Logical Disjunction, 2.2.19 Logical Negation
// arg: e5m2[4] = [0, 1, -2, 0.5]
// arg: tf32[4] = [0, -0.0, 4, 0]
// arg: out bool[4]
// arg: out bool[4]
// arg: out bool[4]
// expect: [true, false, false, false]
// expect: [false, false, true, false]
// expect: [false, true, true, true]
// note: every scalar converts to bool; -0 is false.
#include "cuda_fp8.h"
#include "cuda_tf32.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(__nv_fp8_e5m2 const* a, __nv_tf32 const* b, bool* negated, bool* both, bool* either) {
    I i = ct::iota<I>();
    auto x = ct::load(a + i);
    auto y = ct::load(b + i);
    ct::store(negated + i, !x);
    ct::store(both + i, x && y);
    ct::store(either + i, x || y);
}
