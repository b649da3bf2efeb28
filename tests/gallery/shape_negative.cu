#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto x = ct::zeros<ct::tile<float, ct::shape<-1>>>();
    ct::store(p + ct::iota<ct::tile<int, ct::shape<64>>>(), x);
}

// shapes: A length of -1
// No length of a shape is left open.
