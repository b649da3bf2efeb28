#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(float* p) {
    ct::rounding_mode_constant<static_cast<ct::rounding_mode>(9)> mode;
}
