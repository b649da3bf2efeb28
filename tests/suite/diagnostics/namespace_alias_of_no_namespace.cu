#include "cuda_tile.h"
namespace ct = cuda::tile;

__tile_global__ void doubled(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<128>>>();
    ct::store(p + at, ct::load(p + at) * 2.0f);
}
