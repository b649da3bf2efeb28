#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void copy(const float* in, float* out) {
    float* tmp = new float[64];
    tmp[0] = in[0];
    out[0] = tmp[0];
}

// blocks: An object from new
// A kernel does not allocate.
