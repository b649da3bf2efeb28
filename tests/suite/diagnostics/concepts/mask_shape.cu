#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(float* p, bool* m) {
    auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
    auto mask = ct::load(m + ct::iota<ct::tile<int, ct::shape<4>>>());
    auto x = ct::load_masked(p + i, mask, 0.0f);
}
