// case: shape_size
// spec: 3.1 Undefined Behavior Annex (example)
// accept: undefined, and a constant: the product modulo 2^64
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    using T = ct::shape<65536, 65536, 65536, 65536>;
    auto s = ct::shape_size_v<T>; // UB
    out[0] = s;
}
