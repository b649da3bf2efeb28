#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <int N>
__tile__ float total(ct::tile<float, ct::shape<N>> x) { return ct::sum<0>(x); }

__tile_global__ void k(int* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    p[0] = total(ct::load(p + at));
}

// cpp: A tile of int for a function of float tiles
// A function template with a fixed element type takes no other.
