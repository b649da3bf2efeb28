#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void first(int* p) {
    auto x = ct::zeros<ct::tile<int, float>>();
    ct::store(p, x);
}
