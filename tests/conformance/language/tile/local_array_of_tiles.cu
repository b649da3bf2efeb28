// case: local_array_of_tiles
// spec: tile: 1.6 an array of tiles in a loop that is unrolled by constants
// arg: out f32[4]
// arg: f32[12] = [1, 2, 3, 4, 10, 20, 30, 40, 100, 200, 300, 400]
// expect: [111, 222, 333, 444]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using Four = ct::tile<float, ct::shape<4>>;

extern "C" __tile_global__ void test(float* out, const float* data) {
    auto index = ct::iota<ct::tile<int, ct::shape<4>>>();
    Four rows[3] = {ct::load(data + index), ct::load(data + 4 + index), ct::load(data + 8 + index)};
    Four sum = rows[0];
    for (auto& row : {rows[1], rows[2]}) sum = sum + row;
    ct::store(out + index, sum);
}
