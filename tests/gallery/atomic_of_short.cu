#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void histogram(const unsigned char* __restrict__ in, unsigned short* __restrict__ bins, int n) {
    auto lane = static_cast<int>(ct::bid().x) * 512 + ct::iota<ct::tile<int, ct::shape<512>>>();
    auto inside = lane < n;
    auto byte = ct::element_cast<int>(ct::load_masked(in + lane, inside));
    auto one = ct::ones<ct::tile<unsigned short, ct::shape<512>>>();
    ct::atomic_add_masked(bins + byte, one, inside, ct::memory_order_relaxed_t{});
}

// types: an atomic operation on `short`
// There are those of 32 and 64 bits.
