// case: example_scalar_narrows
// spec: 1.7.4 Arithmetic Conversions (example 2)
// reject: E0312 the double would be narrowed to the elements of the tile
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    using i32x8 = ct::tile<int, ct::shape<8>>;

    i32x8 x = ct::full<i32x8>(42);
    2.0 * x; // (1) ill-formed
    ct::store(out + ct::iota<i32x8>(), x);
}
