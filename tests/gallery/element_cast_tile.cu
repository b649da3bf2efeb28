#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(const int* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(out + at, ct::element_cast<ct::tile<float, ct::shape<64>>>(ct::load(in + at)));
}

// types: element_cast to a tile type
// The element type is the argument; the shape stays.
