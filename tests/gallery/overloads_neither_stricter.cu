#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <ct::numeric_tile X> __tile__ auto half_of(X x) { return x / 2; }
template <ct::tile_like X> requires(ct::tile_rank_v<X> == 1) __tile__ auto half_of(X x) { return x / 2; }

__tile_global__ void k(int* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, half_of(at));
}

// cpp: Two constraints that hold, neither of which contains the other
// The call is of the more constrained function, if one is.
