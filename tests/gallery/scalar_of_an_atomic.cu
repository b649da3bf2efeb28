#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void count(const int* in, unsigned* bins, int n) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto bin = ct::load_masked(in + at, at < n, 0);
    ct::atomic_add_masked(bins + bin, 1u, at < n, ct::memory_order_relaxed_t{});
}

// types: A scalar that is added through a tile of pointers
// An atomic operation takes a value for each pointer.
