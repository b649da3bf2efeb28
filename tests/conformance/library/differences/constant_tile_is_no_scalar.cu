// case: constant_tile_is_no_scalar
// spec: 2.9.1 tile
// reject: E0503 the conversion operator is not const
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    ct::tile<int, ct::shape<>> const two{2};
    out[0] = static_cast<int>(two);
}
