// case: shift_by_negative
// spec: 3.1 Undefined Behavior Annex
// ub: rule 5: a shift amount is negative
// arg: i8[4] = [1, 0, -1, 2]
// arg: out u16[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(const signed char* by, unsigned short* out) {
    auto i = ct::iota<I>();
    auto x = ct::full<ct::tile<unsigned short, ct::shape<4>>>(9);
    ct::store(out + i, x << ct::load(by + i));
}
