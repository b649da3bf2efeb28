#include "cuda_tile.h"
namespace ct = cuda::tiles;

float gelu(float x) { return 0.5f * x * (1.0f + x); }

__tile_global__ void apply(float* p) {
    *p = gelu(*p);
}

// cpp: A host function called by a kernel
// Functions that tile code calls are `__tile__`, or constexpr.
