#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <class T>
__tile__ auto twice(ct::tile<T> x) { return x + x; }

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, twice(ct::load(p + at)));
}

// cpp: A tile type without its shape
// The tile type has two arguments: the element and the shape.
