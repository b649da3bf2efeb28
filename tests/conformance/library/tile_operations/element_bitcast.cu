// case: element_bitcast
// spec: 2.3.20 Element Bitcast
// arg: f32[4] = [1, -0.0, inf, 0x1p-149]
// arg: out u32[4]
// expect: [0x3f800000, 0x80000000, 0x7f800000, 1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(float const* a, unsigned* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::store(out + i, ct::element_bitcast<unsigned>(ct::load(a + i)));
}
