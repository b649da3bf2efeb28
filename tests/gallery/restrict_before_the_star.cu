#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void hadamard(const float __restrict__ *x, const float* __restrict__ y, float* __restrict__ z, int n) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{n}}, ct::shape<256>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{n}}, ct::shape<256>{}};
    ct::partition_view vz{ct::tensor_span{z, ct::extents{n}}, ct::shape<256>{}};
    auto i = ct::bid().x;
    vz.store_masked(vx.load_masked(i) * vy.load_masked(i), i);
}

// cpp: `__restrict__` before the `*`
// It qualifies the pointer.
