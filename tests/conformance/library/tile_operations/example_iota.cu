// case: example_iota
// spec: 2.3.2 iota (example)
// rows: 2.3.2-1
// arg: out i32[8]
// expect: [0, 1, 2, 3, 4, 5, 6, 7]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    put(out, ct::iota<ct::tile<int, ct::shape<2, 4>>>());
}
