#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(int* p) {
    ct::atomic_store(p, 1, ct::memory_order_acquire_t{});
}
