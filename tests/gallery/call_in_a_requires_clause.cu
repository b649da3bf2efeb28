#include "cuda_tile.h"
namespace ct = cuda::tiles;

constexpr bool power_of_two(int n) { return n > 0 && (n & (n - 1)) == 0; }

template <int N>
    requires power_of_two(N) && N * 2 <= 16384
__tile_global__ void negate(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<N>>>();
    ct::store(p + at, -ct::load(p + at));
}

template __tile_global__ void negate<64>(float*);

// cpp: A call in a requires clause
// Nothing marks the end of a requires clause, so it is made of names and of expressions in parentheses.
