#include "cuda_tile.h"
namespace ct = cuda::tiles;

[[cutile::hint(occupancy = 2)]]
__tile_global__ void kernel(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<128>>>();
    ct::store(p + at, ct::load(p + at));
}

// blocks: A hint without an architecture
// A hint begins with the architecture, 0 for all.
