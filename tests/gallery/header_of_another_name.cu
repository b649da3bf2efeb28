#include "cuda_tiles.h"
namespace ct = cuda::tiles;

__tile_global__ void kernel(float* p) { ct::store(p, 1.0f); }

// cpp: A header of another name
// The header of the library is `cuda_tile.h`.
