// case: function_pointer_of_tiles
// spec: [expr.call]/1 functions on tiles, chosen by a kernel argument
// arg: out f32[4]
// arg: i32 = 2
// expect: [0, 4, 8, 12]
// note: scale: x * 2, then add twice: 2x + x + x
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using Four = ct::tile<float, ct::shape<4>>;

__tile__ inline Four add(Four a, Four b) { return a + b; }
__tile__ inline Four scale(Four a, Four) { return a * 2.0f; }

extern "C" __tile_global__ void test(float* out, int n) {
    auto index = ct::iota<ct::tile<int, ct::shape<4>>>();
    Four x = ct::element_cast<float>(index), acc = x;
    for (int i = 0; i <= n; ++i) {
        auto* op = i % 3 == 0 ? scale : add;
        acc = op(acc, x);
    }
    ct::store(out + index, acc);
}
