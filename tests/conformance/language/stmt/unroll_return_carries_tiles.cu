// case: unroll_return_carries_tiles
// spec: [stmt.return] a return in an unrolled loop, with an array of tiles that needs no memory
// arg: out f32[4]
// arg: out f32[4]
// arg: i32 = 2
// expect: [0, 3, 6, 9]
// expect: [0, 10, 20, 30]
// note: parts are x, 2x, 3x, 4x; the first call returns at i == 2 with x + 2x, the second adds all
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using Four = ct::tile<float, ct::shape<4>>;

__tile__ inline Four run(Four x, int stop) {
    Four parts[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) parts[i] = x * float(i + 1);
    Four acc = x - x;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        if (i == stop) return acc;
        acc = acc + parts[i];
    }
    return acc;
}

extern "C" __tile_global__ void test(float* a, float* b, int n) {
    auto index = ct::iota<ct::tile<int, ct::shape<4>>>();
    Four x = ct::element_cast<float>(index);
    ct::store(a + index, run(x, n));
    ct::store(b + index, run(x, n + 4));
}
