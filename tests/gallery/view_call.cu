#include "cuda_tile.h"
namespace ct = cuda::tiles;

using namespace ct::literals;

__tile_global__ void total(const float* in, float* out, int n) {
    ct::partition_view v{ct::tensor_span{in, ct::extents{n}}, ct::shape{64_ic}};
    *out = static_cast<float>(ct::sum<0>(v[0]));
}

// types: A view indexed like an array
// `load_masked` gives the tile at an index.
