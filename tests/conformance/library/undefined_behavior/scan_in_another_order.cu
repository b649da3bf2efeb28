// case: scan_in_another_order
// spec: 3.1 Undefined Behavior Annex
// ub: rule 7: the third result may add 100 and 100 first
// arg: i8[4] = [100, -100, 100, 0]
// arg: out i8[4]
// note: from left to right no partial sum overflows
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(const signed char* x, signed char* out) {
    auto i = ct::iota<I>();
    ct::store(out + i, ct::partial_sum(ct::load(x + i), 0_ic));
}
