#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void total(const float* in, float* out) {
    auto index = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto sum = ct::sum<1>(ct::load(in + index));
    out[0] = static_cast<float>(sum);
}
