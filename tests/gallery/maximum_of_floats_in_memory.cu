#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void kernel(float* best, const float* in) {
    auto at = ct::iota<ct::tile<int, ct::shape<128>>>();
    ct::atomic_max(best + at, ct::load(in + at), ct::memory_order_relaxed_t{});
}

// types: An atomic maximum of floats
// `atomic_max` takes integers.
