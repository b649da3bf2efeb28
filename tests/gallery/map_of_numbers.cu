#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void exchange(const float* in, float* out) {
    auto from = ct::partition_view{ct::tensor_span{in, ct::extents{32, 64}}, ct::shape<32, 64>{}};
    auto to = ct::partition_view{ct::tensor_span{out, ct::extents{64, 32}}, ct::shape<64, 32>{}};
    to.store(ct::permute(from.load(0, 0), ct::dimension_map{1, 0}), 0, 0);
}

// shapes: The axes of a permutation as numbers
// The axes are part of the type of the map.
