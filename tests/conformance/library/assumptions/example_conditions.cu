// case: example_conditions
// spec: 2.15 Assumptions (example)
// arg: i32 = 3
// prints: y is non-negative!
// prints: x is non-negative!
#include <cstdio>
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void foo(int x) {
    int y = ct::assume_bounded_below(x, 0_ic);

    if (y >= 0) { // conditional check eliminated by compiler
        printf("y is non-negative!\n");
    }

    if (x >= 0) { // conditional checked at runtime
        printf("x is non-negative!\n");
    }
}

extern "C" __tile_global__ void test(int x) {
    foo(x);
}
