#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void copy(const int* in, int* out) {
    auto x = in[0]
    out[0] = x;
}
