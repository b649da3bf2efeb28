#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ int doubled(int n) { return 2 * n; }

__tile_global__ void fill(int* p) {
    constexpr int length = doubled(8);
    auto at = ct::iota<ct::tile<int, ct::shape<length>>>();
    ct::store(p + at, at);
}

// cpp: A constant of a function that is not constexpr
// The uses of the constant are not wrong.
