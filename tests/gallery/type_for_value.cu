#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <int N>
__tile__ auto first() { return ct::iota<ct::tile<int, ct::shape<N>>>(); }

__tile_global__ void show(int* p) {
    auto at = first<float>();
    ct::store(p + at, at);
}

// cpp: A type where a number is wanted
// The parameter `N` is a number.
