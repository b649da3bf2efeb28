// case: negation
// spec: 3.1 Undefined Behavior Annex (example)
// ub: -(-128) of signed char
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    using i8 = ct::tile<signed char, ct::shape<>>;
    auto x = ct::full<i8>(-128);
    auto y = -x; // UB
    out[0] = static_cast<int>(y);
}
