#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void drop(const float* __restrict__ in, const unsigned char* __restrict__ keep, float* __restrict__ out,
                          int n, float p) {
    ct::partition_view vi{ct::tensor_span{in, ct::extents{n}}, ct::shape<512>{}};
    ct::partition_view vk{ct::tensor_span{keep, ct::extents{n}}, ct::shape<512>{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{n}}, ct::shape<512>{}};
    auto b = ct::bid().x;
    auto x = vi.load_masked(b);
    vo.store_masked(ct::select(vk.load_masked(b) != 0, x / (1.0f - p), 0.0f), b);
}

// types: `select` of a tile and a scalar
// Both values are of one type.
