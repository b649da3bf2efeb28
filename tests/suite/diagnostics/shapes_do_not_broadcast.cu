#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void add(float* p) {
    auto row = ct::zeros<ct::tile<float, ct::shape<4>>>();
    auto block = ct::zeros<ct::tile<float, ct::shape<4, 8>>>();
    auto sum = row + block;
}
