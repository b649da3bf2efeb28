#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void fill(float* p) {
    auto index = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + index, 1.0f);
}
