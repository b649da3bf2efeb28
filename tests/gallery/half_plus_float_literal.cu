#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void scale(__half* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, ct::load(p + at) * 0.5f);
}

// types: A double literal and a tile of half
// f16 and f32 have no common type without a cast.
