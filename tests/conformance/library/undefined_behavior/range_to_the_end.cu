// case: range_to_the_end
// spec: 3.1 Undefined Behavior Annex
// ub: rule 28: the step leads over the end of the type
// arg: i8 = 127
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(signed char end, int* out) {
    int n = 0;
    for (auto i : ct::irange(static_cast<signed char>(120), end, static_cast<signed char>(4)))
        n += i;
    out[0] = n;
}
