// case: shape_const
// spec: 2.9.1 cuda::tiles::tile
// accept: the tile may be const
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    ct::tile<int, ct::shape<4>> const t = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::store(out + t, t);
}
