// case: sign_of_nan
// spec: 2.2.4 Negation, 2.2.22 Absolute Value
// arg: f32[4] = bits:[0x7fc00123, 0xffc00001, 0xff800000, 0x80000000]
// arg: out u32[4]
// arg: out u32[4]
// expect: [0xffc00123, 0x7fc00001, 0x7f800000, 0]
// expect: [0x7fc00123, 0x7fc00001, 0x7f800000, 0]
// note: IEEE 754, 5.5.1: negate and abs change the sign bit alone, of a NaN too.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(float const* x, unsigned* negated, unsigned* positive) {
    I i = ct::iota<I>();
    ct::store(negated + i, ct::element_bitcast<unsigned>(-ct::load(x + i)));
    ct::store(positive + i, ct::element_bitcast<unsigned>(ct::abs(ct::load(x + i))));
}
