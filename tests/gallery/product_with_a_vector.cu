#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void gemv(const float* a, const float* x, float* y, int m, int n) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, n}}, ct::shape<64, 64>{}};
    ct::partition_view vx{ct::tensor_span{x, ct::extents{n}}, ct::shape<64>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 1>>>();
    for (int i = 0; i < n / 64; ++i)
        acc = ct::mma(va.load_masked(ct::bid().x, i), vx.load_masked(i), acc);
    ct::partition_view{ct::tensor_span{y, ct::extents{m, 1}}, ct::shape<64, 1>{}}.store_masked(acc, ct::bid().x, 0);
}

// shapes: A product of a matrix and a vector
// The operands of `mma` are matrices.
