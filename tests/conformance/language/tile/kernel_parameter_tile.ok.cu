// case: kernel_parameter_tile
// spec: tile: 1.2 a pointer to what the tile is loaded from
// accept: a pointer
#include "cuda_tile.h"

namespace ct = cuda::tiles;
extern "C" __tile_global__ void test(int* out, const int* data) {
    auto x = ct::load(data + ct::iota<ct::tile<int, ct::shape<4>>>());
    out[0] = int(ct::extract(x, ct::shape<1>{}, 0));
}
