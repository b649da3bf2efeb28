// case: example_loops
// spec: 2.14 Integer Range, 2.14.3 irange (examples)
// arg: i32 = 12
// arg: i32 = -6
// arg: out bool[2]
// expect: [true, true]
// prints: 5
// prints: 7
// prints: 9
// prints: 11
// prints: -10
// prints: -9
// prints: -8
// prints: -7
#include <cstdio>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int end, int last, bool* empty) {
    for (auto idx : ct::irange(5, end, 2)) {
        printf("%i\n", idx);
    }
    for (auto idx : ct::irange(-10, last)) {
        printf("%i\n", idx);
    }
    ct::irange x(end + 8, 10);
    auto r0 = x.empty();

    ct::irange y(end + 8, 20);
    auto r1 = y.empty();
    empty[0] = r0;
    empty[1] = r1;
}
