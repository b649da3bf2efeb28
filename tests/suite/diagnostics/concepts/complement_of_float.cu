#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(float* p) {
    auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
    auto x = ~ct::load(p + i);
}
