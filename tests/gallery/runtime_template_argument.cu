#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <int N>
__tile__ auto first() { return ct::iota<ct::tile<int, ct::shape<N>>>(); }

__tile_global__ void show(int* p, int n) {
    auto at = first<n>();
    ct::store(p + at, at);
}

// cpp: A parameter as a template argument
// A template argument is a constant.
