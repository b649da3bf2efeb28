#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void k(float* p, int n) {
    ct::partition_view v{ct::tensor_span{p, ct::extents{n, n}}, ct::shape{16_ic, 16_ic}};
    p[0] = ct::sum<0>(v.load_masked(0, 0));
}

// types: A sum along one of two axes stored in a number
// A sum along an axis keeps the others.
