#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void k(float* p, int n) {
    ct::partition_view v{ct::tensor_span{p, ct::extents{n}}, ct::shape{64_ic}};
    v.store_masked(v.load_masked(0.0f, 0), 0);
}

// types: A number as the padding of a view
// The padding of a view is a type, so that the copy engine can fill it in.
