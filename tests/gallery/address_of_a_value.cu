#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void lower(float* least, float found) {
    ct::atomic_compare_exchange(least, 0.0f, &found, ct::memory_order_relaxed_t{});
}

// types: The address of a value for an atomic function
// Values are passed themselves, and the result is what memory held.
