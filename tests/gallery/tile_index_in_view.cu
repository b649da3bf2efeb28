#include "cuda_tile.h"
namespace ct = cuda::tiles;

using namespace ct::literals;

__tile_global__ void total(const float* in, float* out, int n) {
    ct::partition_view v{ct::tensor_span{in, ct::extents{n}}, ct::shape{64_ic}};
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    *out = static_cast<float>(ct::sum<0>(v.load_masked(at)));
}

// types: A view loaded at a tile of indices
// An index of a view is the number of a tile.
