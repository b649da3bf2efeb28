#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(short* p) {
    auto x = ct::atomic_add(p, short(1), ct::memory_order_relaxed_t{});
}
