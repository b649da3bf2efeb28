// case: absolute_minimum
// spec: 3.1 Undefined Behavior Annex
// ub: rule 6: the absolute value of the smallest 16-bit value
// arg: i16[4] = [-32767, 5, -32768, 0]
// arg: out i16[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(const short* x, short* out) {
    auto i = ct::iota<I>();
    ct::store(out + i, ct::abs(ct::load(x + i)));
}
