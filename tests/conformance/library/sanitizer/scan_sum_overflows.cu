// case: scan_sum_overflows
// spec: 3.1 Undefined Behavior Annex
// ub: rule 7: 100 + 27 + 1 in another order
// arg: i8[4] = [100, -100, 27, 1]
// arg: out i8[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(signed char* in, signed char* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::store(out + at, ct::partial_sum(ct::load(in + at), 0_ic));
}
