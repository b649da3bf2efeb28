#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(int* p) {
    auto x = ct::iota<ct::tile<int, ct::shape<8>>>();
    auto y = ct::reshape(x, ct::shape{4_ic, 4_ic});
}
