#include <cstddef>
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p, std::size_t n) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store_masked(p + at, ct::load(p + at), at < n);
}

// types: A comparison with std::size_t
// A comparison converts both operands to one type, which must have the values of both.
