#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void high_half(const unsigned long long* in, unsigned* out, int n) {
    auto at = ct::iota<ct::tile<int, ct::shape<256>>>();
    auto mask = at < n;
    auto high = ct::load_masked(in + at, mask, 0ull) >> 32;
    ct::store_masked(out + at, high, mask);
}

// types: A value of another type in front of a mask
// The order is right. In another order the value would be converted to a mask.
