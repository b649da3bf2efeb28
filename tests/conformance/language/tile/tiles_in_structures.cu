// case: tiles_in_structures
// spec: tile: 1.6 tiles as members, in lambdas and structured bindings
// arg: out f32[4]
// arg: f32 = 2.0
// expect: [8, 10, 12, 14]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using Four = ct::tile<float, ct::shape<4>>;
struct State {
    Four acc;
    float factor;
    __tile__ void step(Four x) { acc = acc + x * factor; }
};
extern "C" __tile_global__ void test(float* out, float factor) {
    auto index = ct::iota<ct::tile<int, ct::shape<4>>>();
    State state{ct::element_cast<float>(index), factor};
    auto grow = [&](float by) { state.step(state.acc * 0.0f + by); };
    for (int i = 0; i < 2; ++i) grow(2.0f);
    auto [acc, used] = state;
    ct::store(out + index, acc * 1.0f + state.acc - state.acc * 1.0f + (acc - acc));
    ct::store(out + index, acc + ct::element_cast<float>(index) * (used - 1.0f));
}
