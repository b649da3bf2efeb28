// case: bit_cast
// spec: [bit.cast]
// arg: f32 = 1
// arg: out u32[2]
// expect: [0x3f800000, 0xbf800000]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

#include <bit>

extern "C" __tile_global__ void test(float x, unsigned* out) {
    out[0] = std::bit_cast<unsigned>(x);
    out[1] = std::bit_cast<unsigned>(-x);
}
