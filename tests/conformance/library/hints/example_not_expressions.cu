// case: example_not_expressions
// spec: 2.16.1 Hint Specification (example)
// arg: i32 = 3
// arg: i32[1] = [7]
// arg: out i32[2]
// expect: [14, 3]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ int loaded(int const* y) {
    // Ignored, not an expression-statement
    [[ cutile::hint(0, latency=4) ]]
    return ct::load(y);
}

extern "C" __tile_global__ void test(int n, int const* y, int* out) {
    // Ignored, not an expression-statement
    [[ cutile::hint(0, latency=4) ]]
    auto x = ct::load(y);

    // Ignored, not an expression-statement
    [[ cutile::hint(0, latency=4) ]]
    if (auto x = ct::load(y)) { out[1] = n; }
    out[0] = x + loaded(y);
}
