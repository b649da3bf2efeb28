// case: mma_integers
// spec: 2.5.4 mma
// arg: i8[4] = [-128, 127, 1, -1]
// arg: u8[4] = [255, 1, 255, 2]
// arg: out i32[4]
// expect: [-255, 126, 0, -1]
// note: signed times unsigned in 32 bits: -128 * 255 + 127 * 255, -128 + 254, 255 - 255, 1 - 2.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(signed char const* a, unsigned char const* b, int* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<2, 2>>>();
    auto c = ct::zeros<ct::tile<int, ct::shape<2, 2>>>();
    ct::store(out + i, ct::mma(ct::load(a + i), ct::load(b + i), c));
}
