#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(float* p) {
    auto x = ct::add(p[0], p[1], ct::rounding_mode::round_toward_zero);
}
