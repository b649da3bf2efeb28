// case: range_that_never_ends
// spec: 2.14.3 irange
// ub: rule 28: the last value plus the step wraps, and the loop goes on
// arg: i32 = 2147483640
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int from, int* out) {
    int count = 0;
    ct::irange values(from, 2147483647, 2);
    for (int i : values)
        count += i & 1;
    out[0] = count;
}
