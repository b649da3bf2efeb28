#include "cuda_tile.h"

namespace ct = cuda::tiles;

#include <cstddef>

template <int N>
__tile__ float total(ct::tile<float, ct::shape<N>> x) {
    return ct::sum<0>(x);
}

__tile_global__ void sums(const float* __restrict__ in, float* __restrict__ out, int n) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{n}}, ct::shape<128>{}};
    auto block = ct::bid().x;
    out[block] = total(from.load_masked(block));
}

// cpp: a length of a shape as `int`
// Lengths have the type `size_t`.
