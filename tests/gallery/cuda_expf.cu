#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, expf(ct::load(p + at)));
}

// names: expf of CUDA
// The functions of the library have one name for all element types.
