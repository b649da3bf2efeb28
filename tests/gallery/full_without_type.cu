#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void fill(float* out) {
    auto x = ct::full(ct::shape<64>{}, 3.0f);
    ct::store(out + ct::iota<ct::tile<int, ct::shape<64>>>(), x);
}

// types: full with a shape and a value
// `full` takes the type of the tile as its template argument.
