// case: partial_prod
// spec: 3.1 Undefined Behavior Annex (example)
// ub: 127 * 2 in some grouping
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    signed char xData[4] = {127, 0, 2, 1};
    auto x = ct::load(&xData[0] + ct::iota<ct::tile<int, ct::shape<4>>>());
    auto r = ct::partial_prod(x, 0_ic); // UB
    put(out, ct::element_cast<int>(r));
}
