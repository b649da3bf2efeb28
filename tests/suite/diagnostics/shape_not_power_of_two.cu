#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void scale(float* p) {
    auto x = ct::load(p + ct::iota<ct::tile<int, ct::shape<100>>>());
    ct::store(p, x);
}
