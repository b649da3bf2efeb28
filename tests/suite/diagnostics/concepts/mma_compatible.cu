#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(float* p) {
    auto a = ct::zeros<ct::tile<float, ct::shape<16, 8>>>();
    auto b = ct::zeros<ct::tile<float, ct::shape<16, 8>>>();
    auto c = ct::mma(a, b, ct::zeros<ct::tile<float, ct::shape<16, 8>>>());
}
