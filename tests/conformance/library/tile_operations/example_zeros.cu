// case: example_zeros
// spec: 2.3.4 zeros (example)
// rows: 2.3.4-1
// arg: out f64[4]
// expect: [0, 0, 0, 0]
// note: the listing passes 42 to a function without parameters. The zeros are positive.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(double* out) {
    put(out, ct::zeros<ct::tile<double, ct::shape<2, 2>>>());
}
