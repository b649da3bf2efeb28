#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void k(float* p, int n) {
    ct::partition_view v{ct::tensor_span{p, ct::extents{n, n}}, ct::shape{16_ic, 16_ic}};
    auto x = v.load_masked(0, 0);
    auto row = x[0];
    p[0] = ct::sum<0>(row);
}

// names: A row of a tile by an index
// A tile is not in memory; `extract` takes a part.
