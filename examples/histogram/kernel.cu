// How often each byte occurs: one atomic addition an element. The counts must be zero before the launch.

#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <int Tile>
__tile_global__ void histogram(const unsigned char* __restrict__ in, unsigned* __restrict__ counts, int n) {
    auto index = static_cast<int>(ct::bid().x) * Tile + ct::iota<ct::tile<int, ct::shape<Tile>>>();
    auto inside = index < n;
    auto byte = ct::element_cast<int>(ct::load_masked(in + index, inside));
    ct::atomic_add_masked(counts + byte, ct::ones<ct::tile<unsigned, ct::shape<Tile>>>(), inside,
                          ct::memory_order_relaxed_t{});
}

template __tile_global__ void histogram<1024>(const unsigned char* __restrict__, unsigned* __restrict__, int);
