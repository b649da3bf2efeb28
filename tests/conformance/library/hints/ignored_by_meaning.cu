// case: ignored_by_meaning
// spec: 2.16 Optimization Hints
// rows: 2.16.1-1 2.16.2.2-1 2.16.2.3-1
// arg: i32[4] = [1, 2, 3, 4]
// arg: out i32[4]
// expect: [2, 4, 6, 8]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" {
[[cutile::hint(0, occupancy = 2)]]
__tile_global__ void test(int const* a, int* out) {
    auto i = ct::iota<I>();
    I x;
    [[cutile::hint(0, latency = 4)]]
    x = ct::load(a + i);
    [[using cutile : hint(900, latency = 2), hint(0, latency = 1)]]
    ct::store(out + i, x * 2);
}
}
