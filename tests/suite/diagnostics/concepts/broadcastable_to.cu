#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(float* p) {
    auto x = ct::zeros<ct::tile<float, ct::shape<4, 2>>>();
    auto y = ct::broadcast(x, ct::shape{4_ic, 8_ic});
}
