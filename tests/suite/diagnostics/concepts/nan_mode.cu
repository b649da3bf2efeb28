#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(int* p) {
    auto x = ct::max(p[0], p[1], ct::propagate_nan_t{});
}
