// case: shift_left_too_far
// spec: 3.1 Undefined Behavior Annex (example)
// ub: << 32 of int
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    using i32x4 = ct::tile<int, ct::shape<4>>;
    i32x4 x = ct::iota<i32x4>();
    i32x4 y = x << 32; // UB
    ct::store(out + x, y);
}
