#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(int* p) {
    auto x = ct::iota<ct::tile<int, ct::shape<4, 2, 2>>>();
    auto y = ct::permute(x, ct::dimension_map{1_ic, 0_ic});
}
