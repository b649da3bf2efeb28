#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(short* p) {
    auto a = ct::zeros<ct::tile<short, ct::shape<16, 16>>>();
    auto c = ct::matmul(a, a);
}
