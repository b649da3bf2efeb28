#include "cuda_tile.h"

namespace ct = cuda::tiles;

class Params {
    const float* in;
    float* out;
    int n;
};

__tile_global__ void copy(Params p) {
    ct::partition_view from{ct::tensor_span{p.in, ct::extents{p.n}}, ct::shape<256>{}};
    ct::partition_view to{ct::tensor_span{p.out, ct::extents{p.n}}, ct::shape<256>{}};
    auto block = ct::bid().x;
    to.store_masked(from.load_masked(block), block);
}

// cpp: a `class` without `public:`
// All of its members are private.
