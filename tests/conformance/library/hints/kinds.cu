// case: kinds
// spec: 2.16 Optimization Hints
// rows: 2.16.2.1-1 2.16.2.4-1
// arg: i32[4] = [1, 2, 3, 4]
// arg: out i32[4]
// expect: [1, 2, 3, 4]
#include "cuda_tile.h"
namespace ct = cuda::tiles;
constexpr int two = 2;
extern "C" {
[[cutile::hint(900, num_cta_in_cga = two), cutile::hint(800, num_cta_in_cga = 1, occupancy = 32)]]
__tile_global__ void test(int* a, int* out) {
    ct::partition_view from{ct::tensor_span(a, ct::shape<4>{}), ct::shape<4>{}};
    ct::partition_view to{ct::tensor_span(out, ct::shape<4>{}), ct::shape<4>{}};
    [[cutile::hint(0, allow_tma = false, latency = 10)]]
    to.store(from.load(0), 0);
}
}
