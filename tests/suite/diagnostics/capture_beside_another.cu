#include "cuda_tile.h"
namespace ct = cuda::tiles;
using Row = ct::tile<float, ct::shape<128>>;

__tile_global__ void clamp(float* p, float low, float high) {
    auto at = ct::iota<ct::tile<int, ct::shape<128>>>();
    auto clamped = [low](Row x) { return ct::min(ct::max(x, low), high); };
    ct::store(p + at, clamped(ct::load(p + at)));
}
