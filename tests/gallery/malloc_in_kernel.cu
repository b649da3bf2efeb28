#include "cuda_tile.h"
namespace ct = cuda::tiles;

#include <cstdlib>

__tile_global__ void copy(const float* in, float* out) {
    float* tmp = static_cast<float*>(malloc(64));
    tmp[0] = in[0];
    out[0] = tmp[0];
}

// blocks: Memory from malloc
// A kernel has the memory that it is given, and local objects.
