#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(float* p) {
    auto x = ct::zeros<ct::tile<float, ct::shape<4>>>();
    auto y = ct::select(x < 1.0f, x, 0.0f);
}
