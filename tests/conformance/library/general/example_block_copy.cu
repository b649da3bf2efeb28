// case: example_block_copy
// spec: 2.1.1.1 bid (example)
// grid: 4,4,1
// arg: i32[128] = random(7)
// arg: out i32[128]
// expect: random(7)
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using i32x8 = ct::tile<int, ct::shape<8>>;

extern "C" __tile_global__ void test(int* in, int* out) {
    int offset = ct::bid().x * ct::num_blocks().y * 8 + ct::bid().y * 8;

    auto data = ct::load(in + offset + ct::iota<i32x8>());
    ct::store(out + offset + ct::iota<i32x8>(), data);
}
