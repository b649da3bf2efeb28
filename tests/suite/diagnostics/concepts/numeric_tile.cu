#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(int* p) {
    auto x = ct::zeros<ct::tile<int*, ct::shape<8>>>();
}
