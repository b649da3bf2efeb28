#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void fill(float* out) {
    ct::tile<float, ct::shape<64>> x = 3;
    ct::store(out + ct::iota<ct::tile<int, ct::shape<64>>>(), x);
}

// types: A tile variable from an int
// An `int` does not convert to elements of `float` by itself.
