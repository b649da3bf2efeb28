#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(int* p) {
    auto x = ct::ones<ct::tile<int, ct::shape<4, 1>>>();
    auto y = ct::ones<ct::tile<int, ct::shape<2, 8>>>();
    auto z = x << y;
}
