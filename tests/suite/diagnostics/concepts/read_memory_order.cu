#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(int* p) {
    auto x = ct::atomic_load(p, ct::memory_order_release_t{});
}
