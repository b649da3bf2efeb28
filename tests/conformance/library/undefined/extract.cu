// case: extract
// spec: 3.1 Undefined Behavior Annex (example)
// ub: partition (0, 2) of 2x2 partitions
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    auto x = ct::iota<ct::tile<int, ct::shape<4, 4>>>();
    auto r = ct::extract(x, ct::shape{2_ic, 2_ic}, 0, 2); // UB
    put(out, r);
}
