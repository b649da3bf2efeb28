#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void sums(float* p, float* out) {
    auto v = ct::partition_view{ct::tensor_span{p, ct::extents{128, 64}}, ct::shape<32, 64>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<1, 64>>>();
    for (int i = 0; i < 4; ++i) acc = acc + v.load(i, 0);
    out[0] = ct::sum<0>(ct::reshape(acc, ct::shape<64>{}));
}

// shapes: A block that is added to a row of sums
// The sum of a row and a block is a block.
