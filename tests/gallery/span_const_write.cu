#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void k(const float* p, int n) {
    ct::partition_view v{ct::tensor_span{p, ct::extents{n}}, ct::shape{64_ic}};
    v.store_masked(v.load_masked(0), 0);
}

// types: A store to a tensor of const
// The pointer of the tensor decides whether its view can be written.
