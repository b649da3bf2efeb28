// case: iterators_of_two_ranges
// spec: 3.1 Undefined Behavior Annex
// ub: rule 29: iterators of ranges with other steps are compared
// arg: i32 = 2
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int step, int* out) {
    ct::irange r(0, 10, step);
    ct::irange s(0, 10, step + 1);
    out[0] = r.begin() == s.begin();
}
