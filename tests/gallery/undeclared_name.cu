#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void total(const float* in, float* out) {
    *out = in[0] + undeclared_offset;
}

// cpp: No include
// The name is not declared.
