#include "cuda_tile.h"
namespace ct = cuda::tiles;

using namespace ct::literals;

__tile_global__ void clear(const float* p, int n) {
    ct::partition_view v{ct::tensor_span{p, ct::extents{n}}, ct::shape{64_ic}};
    v.store_masked(ct::zeros<ct::tile<float, ct::shape<64>>>(), 0);
}

// types: A store through a view of const
// The tensor is of `const float`.
