#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void k(float* p, int n) {
    ct::partition_view v{ct::tensor_span{p, ct::extents{n}}, ct::shape{n}};
    v.store_masked(v.load_masked(0), 0);
}

// shapes: A view whose shape is an argument of the kernel
// A shape is a constant; the extents of the tensor may be known at the launch.
