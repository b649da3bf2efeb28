#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <int Tile>
__tile__ auto load_row(const float* p, int row, int stride = Tile, int n) {
    auto lane = ct::iota<ct::tile<int, ct::shape<Tile>>>();
    return ct::load_masked(p + row * stride + lane, lane < n, 0.0f);
}

__tile_global__ void first_rows(const float* in, float* out, int n) {
    auto lane = ct::iota<ct::tile<int, ct::shape<128>>>();
    auto x = load_row<128>(in, 0, 128, n);
    auto y = load_row<128>(in, 1, 128, n);
    ct::store(out + lane, x * y);
}

// cpp: a default argument before a parameter without one
// Of a template too.
