#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void k(__half* p, double s) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, s * ct::load(p + at));
}

// types: A double beside a tile of __half
// The cast says that the loss is meant.
