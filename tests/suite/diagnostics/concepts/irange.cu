#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(float* p) {
    for (auto i : ct::irange(0, 2.5f)) p[0] = i;
}
