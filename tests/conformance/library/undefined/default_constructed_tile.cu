// case: default_constructed_tile
// spec: 3.1 Undefined Behavior Annex (example)
// ub: the elements are uninitialised
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    ct::tile<int, ct::shape<4>> x;

    auto y = x + 3; // UB
    put(out, y);
}
