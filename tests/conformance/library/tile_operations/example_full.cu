// case: example_full
// spec: 2.3.1 full (example)
// rows: 2.3.1-1
// arg: out i32[4]
// expect: [42, 42, 42, 42]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    put(out, ct::full<ct::tile<int, ct::shape<2, 2>>>(42));
}
