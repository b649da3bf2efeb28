// case: goto_state_machine
// spec: [stmt.goto] several labels, jumps both ways, tiles carried around
// arg: out f32[4]
// arg: i32 = 3
// expect: [10, 11, 12, 13]
// note: start +1, then three rounds of +1 and +2: 0 + 1 + 3 * 3 = 10
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using Four = ct::tile<float, ct::shape<4>>;

extern "C" __tile_global__ void test(float* out, int n) {
    auto index = ct::iota<ct::tile<int, ct::shape<4>>>();
    Four acc = ct::element_cast<float>(index);
    int round = 0;
    goto start;
odd:
    acc = acc + 2.0f;
    if (round == n) goto done;
even:
    acc = acc + 1.0f;
    ++round;
    goto odd;
start:
    acc = acc + 1.0f;
    goto even;
done:
    ct::store(out + index, acc);
}
