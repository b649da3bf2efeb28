#include "cuda_tile.h"
namespace ct = cuda::tiles;

using namespace ct::literals;

__tile_global__ void total(const float* in, float* out) {
    ct::partition_view v{in, ct::shape{64_ic}};
    *out = static_cast<float>(ct::sum<0>(v.load_masked(0)));
}

// types: A view of a pointer
// A view is of a tensor, which has extents.
