#include "cuda_tile.h"
#include "cuda_fp16.h"
namespace ct = cuda::tiles;

__tile_global__ void k(const float* p, __half* q) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(q + at, (__half)ct::load(p + at));
}

// types: A tile cast to `__half`
// A cast names the type of an element, not that of the tile.
