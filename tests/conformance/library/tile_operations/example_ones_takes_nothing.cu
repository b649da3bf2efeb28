// case: example_ones_takes_nothing
// spec: 2.3.3 ones, 2.3.4 zeros (examples)
// reject: E0312 the functions have no parameter, though the listings pass 42
// arg: out i32[4]
// expect: [1, 1, 1, 1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    put(out, ct::ones<ct::tile<int, ct::shape<2, 2>>>(42));
}
