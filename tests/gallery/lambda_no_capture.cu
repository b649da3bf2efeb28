#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void scale(float* p, float factor) {
    auto f = [](float x) { return factor * x; };
    p[0] = f(p[0]);
}

// cpp: A lambda that captures nothing
// `[=]` captures what the body names.
