#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(float* p) {
    float x = 1;
    auto y = ct::sum(x, 0_ic);
}
