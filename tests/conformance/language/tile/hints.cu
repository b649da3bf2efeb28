// case: hints
// spec: tile: 2.16 hints on kernels and on statements, also by `using`
// arg: out f32[4]
// arg: f32[4] = [1, 2, 3, 4]
// expect: [2, 4, 6, 8]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
extern "C" {
[[cutile::hint(0, occupancy = 2), cutile::hint(900, occupancy = 4)]] __tile_global__ void test(
    float* out, const float* data) {
    auto index = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto value = ct::load(data + index);
    [[cutile::hint(0, latency = 4)]] value = value + ct::load(data + index);
    [[using cutile: hint(0, latency = 2)]] ct::store(out + index, value);
}
}
