// case: global_array_of_tiles_address
// spec: tile: 2.7 loads and stores through the address of a global array
// arg: out f32[4]
// arg: f32 = 2.0
// expect: [2, 4, 6, 8]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
__device__ float buffer[4] = {1, 2, 3, 4};

extern "C" __tile_global__ void test(float* out, float factor) {
    using Four = ct::tile<int, ct::shape<4>>;
    auto i = ct::iota<Four>();
    ct::store(buffer + i, ct::load(buffer + i) * factor);
    ct::store(out + i, ct::load(buffer + i));
}
