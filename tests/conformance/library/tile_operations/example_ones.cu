// case: example_ones
// spec: 2.3.3 ones (example)
// rows: 2.3.3-1
// arg: out i32[4]
// expect: [1, 1, 1, 1]
// note: the listing passes 42 to a function without parameters.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    put(out, ct::ones<ct::tile<int, ct::shape<2, 2>>>());
}
