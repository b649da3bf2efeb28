#include "cuda_fp4.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void quantise(const float* __restrict__ in, unsigned char* __restrict__ out, int rows, int cols, float scale) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<16, 64>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{rows, cols / 2}}, ct::shape<16, 32>{}};
    auto [i, j, z] = ct::bid();
    auto q = ct::element_cast<__nv_fp4_e2m1>(from.load_masked(i, j) / scale);
    to.store_masked(q, i, j);
}

// types: a tile of fp4 stored as bytes
// Two elements are packed into each byte first.
