#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void gather(const float* table, const int* ids, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<128>>>();
    auto id = ct::load(ids + at);
    ct::store(out + at, *(table + id));
}

// types: `*` of a tile of pointers
// `load` and `store` reach the memory that a tile of pointers points to.
