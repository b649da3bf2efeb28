#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void kernel(const float* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<128>>>();
    ct::store(out + at, *(in + at));
}

// types: A tile of pointers with `*`
// `load` and `store` reach the elements behind a tile of pointers.
