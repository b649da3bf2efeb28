// case: all_and_any
// spec: 2.6.5 All Of, 2.6.6 Any Of
// arg: out bool[4]
// expect: [true, false, true, false]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(bool* out) {
    auto x = ct::iota<ct::tile<int, ct::shape<8>>>();
    out[0] = static_cast<bool>(ct::all_of(x < 8, 0_ic));
    out[1] = static_cast<bool>(ct::all_of(x, 0_ic));
    out[2] = static_cast<bool>(ct::any_of(x == 5, 0_ic));
    out[3] = static_cast<bool>(ct::any_of(x > 7, 0_ic));
}
