#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void total(const float* __restrict__ in, float* __restrict__ out, int n) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{n}}, ct::shape<256>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<256>>>();
    for (auto& p : ct::irange(0, ct::ceildiv(n, 256)))
        acc = acc + from.load_masked(p);
    *out = ct::sum<0>(acc);
}

// cpp: `auto&` over a range of numbers
// They are temporaries.
