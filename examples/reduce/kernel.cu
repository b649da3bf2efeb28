// Sums: of all elements, and of each column. Both add what a block has summed to memory atomically, so
// the outputs must be zero before the launch.

#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The grid is persistent: a block adds up every num_blocks-th tile before it is one number.
template <int Tile>
__tile_global__ void sum_all(const float* __restrict__ in, float* __restrict__ out, int n) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{n}}, ct::shape<Tile>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<Tile>>>();
    for (int i : ct::irange(static_cast<int>(ct::bid().x), ct::ceildiv(n, Tile), static_cast<int>(ct::num_blocks().x)))
        acc = acc + from.load_masked(i);
    ct::atomic_add(ct::full<ct::tile<float*, ct::shape<1>>>(out), ct::sum<0>(acc), ct::memory_order_relaxed_t{});
}

// Block (x, y) sums rows y * Rows.. of columns x * Cols.. .
template <int Rows, int Cols>
__tile_global__ void sum_columns(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<Rows, Cols>{}};
    auto [x, y, z] = ct::bid();
    auto sums = ct::sum<0>(from.load_masked(y, x));
    auto column = static_cast<int>(x) * Cols + ct::reshape(ct::iota<ct::tile<int, ct::shape<Cols>>>(), ct::shape<1, Cols>{});
    ct::atomic_add_masked(out + column, sums, column < cols, ct::memory_order_relaxed_t{});
}

template __tile_global__ void sum_all<4096>(const float* __restrict__, float* __restrict__, int);
template __tile_global__ void sum_columns<64, 64>(const float* __restrict__, float* __restrict__, int, int);
