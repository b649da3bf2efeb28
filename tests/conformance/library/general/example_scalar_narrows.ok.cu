// case: example_scalar_narrows
// spec: 1.7.4 Arithmetic Conversions (example 2)
// accept: a comparison converts both
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    using i32x8 = ct::tile<int, ct::shape<8>>;

    i32x8 x = ct::full<i32x8>(42);
    2.0 == x; // (2) OK
    ct::store(out + ct::iota<i32x8>(), x);
}
