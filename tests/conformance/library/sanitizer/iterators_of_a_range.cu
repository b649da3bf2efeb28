// case: iterators_of_a_range
// spec: 3.1 Undefined Behavior Annex
// arg: i32 = 6
// arg: out i32[4]
// expect: [1, 0, 1, 3]
// note: iterators of one range compare, also after moving
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, int* out) {
    ct::irange r(0, n, 2);
    auto it = r.begin();
    auto other = r.begin();
    out[0] = it == other;
    ++it;
    out[1] = it == other;
    other++;
    out[2] = it == other;
    int count = 0;
    for (auto at = r.begin(); at != r.end(); ++at)
        count++;
    out[3] = count;
}
