#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void half_of(__half* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, ct::load(p + at) * 0.5f);
}

// types: A float beside a tile of __half
// The cast says that the loss is meant.
