#include "cuda_tile.h"

namespace ct = cuda::tiles;

constexpr float levels[4] = {-1.0f, -0.33f, 0.33f, 1.0f};

__tile_global__ void decode(const unsigned char* __restrict__ codes, float* __restrict__ out, int n) {
    ct::partition_view from{ct::tensor_span{codes, ct::extents{n}}, ct::shape<256>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{n}}, ct::shape<256>{}};
    auto block = ct::bid().x;
    auto code = ct::element_cast<int>(from.load_masked(block)) & 3;
    auto value = levels[code];
    to.store_masked(value, block);
}

// types: an array in the program, indexed by a tile
// An array has one element for one number.
