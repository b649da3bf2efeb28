#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void total(float* p, const float* parts) {
    p[0] = std::accumulate(parts, parts + 4, 0.0f);
}
