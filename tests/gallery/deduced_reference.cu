#include <type_traits>
#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <class Tile>
__tile__ auto relu(Tile&& x) {
    return ct::max(x, ct::zeros<Tile>());
}

__tile_global__ void activate(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<128>>>();
    auto x = ct::load(p + at);
    ct::store(p + at, relu(x));
}

// cpp: The type that a forwarding reference deduces
// For a variable that is passed for `T&&`, `T` is a reference, which is not a tile.
