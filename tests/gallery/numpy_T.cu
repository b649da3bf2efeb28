#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void k(float* p, int n) {
    ct::partition_view v{ct::tensor_span{p, ct::extents{n, n}}, ct::shape{16_ic, 16_ic}};
    v.store_masked(v.load_masked(0, 0).T, 0, 0);
}

// names: The member T of an array
// A tile has no members.
