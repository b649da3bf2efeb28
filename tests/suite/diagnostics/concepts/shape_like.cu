#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(int* p, int n) {
    auto x = ct::iota<ct::tile<int, ct::shape<8>>>();
    auto y = ct::assume_blocked(x, ct::extents{n});
}
