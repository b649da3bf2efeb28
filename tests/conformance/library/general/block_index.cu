// case: block_index
// spec: 2.1.1 Thread Functions
// rows: 2.1.1.1-1 2.1.1.2-1
// grid: 2,3,2
// arg: out u32[12]
// expect: [0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(unsigned* out) {
    auto id = ct::bid();
    auto n = ct::num_blocks();
    out[(id.z * n.y + id.y) * n.x + id.x] = id.z * 100 + id.y * 10 + id.x;
}
