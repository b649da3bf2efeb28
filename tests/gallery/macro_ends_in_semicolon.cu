#include "cuda_tile.h"
namespace ct = cuda::tiles;

#define BLOCK 128;

__tile_global__ void kernel(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<BLOCK>>>();
    ct::store(p + at, ct::load(p + at));
}

// cpp: A macro that ends in `;`
// A macro is replaced by all of its text, and a `;` ends the statement.
