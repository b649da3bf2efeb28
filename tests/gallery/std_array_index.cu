#include <array>
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    std::array<float, 4> a{1, 2, 3, 4, 5};
    p[0] = a[0];
}

// cpp: Five initialisers for four elements
// The length of `std::array` is its template argument.
