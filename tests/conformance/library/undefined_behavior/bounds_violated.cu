// case: bounds_violated
// spec: 3.1 Undefined Behavior Annex
// ub: rule 30: a value is above its assumed bound
// arg: u8[4] = [0, 5, 9, 10]
// arg: out u8[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(const unsigned char* x, unsigned char* out) {
    auto i = ct::iota<I>();
    ct::store(out + i, ct::assume_bounded_above(ct::load(x + i), 9_ic));
}
