// Dropout: each element is kept with probability 1 - p and divided by it. Which ones are kept follows from
// the seed and the index alone (Philox 2x32, 10 rounds; Salmon et al., SC 2011), so a backward pass finds
// the same elements without a mask in memory.

#include "cuda_tile.h"

namespace ct = cuda::tiles;

// 32 random bits for each index.
template <int Tile>
__tile__ ct::tile<unsigned, ct::shape<Tile>> philox(ct::tile<unsigned, ct::shape<Tile>> index, unsigned key) {
    auto left = index;
    auto right = ct::zeros<ct::tile<unsigned, ct::shape<Tile>>>();
    for (int round = 0; round < 10; ++round) {
        auto high = ct::mulhi(left, ct::full<ct::tile<unsigned, ct::shape<Tile>>>(0xD256D193u));
        auto low = 0xD256D193u * left;
        left = high ^ key ^ right;
        right = low;
        key += 0x9E3779B9u;
    }
    return left;
}

template <int Tile>
__tile_global__ void dropout(const float* __restrict__ in, float* __restrict__ out, int n, float p, unsigned seed) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{n}}, ct::shape<Tile>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{n}}, ct::shape<Tile>{}};
    auto block = ct::bid().x;
    auto index = block * Tile + ct::iota<ct::tile<unsigned, ct::shape<Tile>>>();
    // 24 bits, which a float has exactly: uniform in [0, 1).
    auto uniform = ct::element_cast<float>(philox<Tile>(index, seed) >> 8) * 0x1p-24f;
    auto kept = from.load_masked(block) / (1.0f - p);
    to.store_masked(ct::select(uniform >= p, kept, ct::zeros<ct::tile<float, ct::shape<Tile>>>()), block);
}

template __tile_global__ void dropout<1024>(const float* __restrict__, float* __restrict__, int, float, unsigned);
