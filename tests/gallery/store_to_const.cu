#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void saxpy(float a, const float* __restrict__ x, const float* __restrict__ y, int n) {
    auto vx = ct::partition_view{ct::tensor_span{x, ct::extents{n}}, ct::shape<1024>{}};
    auto vy = ct::partition_view{ct::tensor_span{y, ct::extents{n}}, ct::shape<1024>{}};

    const auto i = ct::bid().x;
    auto r = a * vx.load_masked(i) + vy.load_masked(i);
    vy.store_masked(r, i);
}

// types: a store through a pointer to `const`
// The pointer of the tensor decides whether it can be stored to.
