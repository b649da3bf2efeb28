// case: kernel_parameter_tile
// spec: tile: 1.2 a tile is made in a kernel
// reject: E0581 a tile
#include "cuda_tile.h"

namespace ct = cuda::tiles;
extern "C" __tile_global__ void test(int* out, ct::tile<int, ct::shape<4>> x) {
    out[0] = int(ct::extract(x, ct::shape<1>{}, 0));
}
