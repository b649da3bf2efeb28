#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(int* p) {
    auto x = ct::iota<ct::tile<int, ct::shape<4, 4>>>();
    auto y = ct::extract(x, ct::shape{2_ic, 2_ic}, 1);
}
