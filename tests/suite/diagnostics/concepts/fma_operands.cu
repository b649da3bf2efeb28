#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(float* p, double d) {
    auto x = ct::fma(p[0], d, p[1]);
}
