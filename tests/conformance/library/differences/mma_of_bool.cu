// case: mma_of_bool
// spec: 1.4.1 Properties of Integral Scalars, 2.5.1 mma_compatible
// arg: bool[4] = [true, true, false, true]
// arg: i8[4] = [5, -6, 7, 8]
// arg: out i32[4]
// arg: out i32[4]
// expect: [12, 2, 7, 8]
// expect: [1, 2, 0, 1]
// note: a bool has 1 bit in 1.4.1, but counts as an integer of 8 bits with the values 0 and 1, as nvcc has it.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using B = ct::tile<bool, ct::shape<2, 2>>;
using S = ct::tile<signed char, ct::shape<2, 2>>;
static_assert(ct::mma_compatible<B, S, ct::tile<int, ct::shape<2, 2>>> && ct::matmul_compatible<B, B>);

extern "C" __tile_global__ void test(bool const* a, signed char const* b, int* mixed, int* counted) {
    auto i = ct::iota<ct::tile<int, ct::shape<2, 2>>>();
    B x = ct::load(a + i);
    S y = ct::load(b + i);
    ct::store(mixed + i, ct::matmul(x, y));
    ct::store(counted + i, ct::matmul(x, x));
}
