// case: sum_that_fits_in_any_order
// spec: 3.1 Undefined Behavior Annex
// arg: i8[4] = [100, -100, 20, 7]
// arg: out i8[1]
// expect: [27]
// note: no subset of the elements overflows
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(signed char* in, signed char* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    out[0] = (signed char)ct::reshape(ct::sum(ct::load(in + at), 0_ic), ct::shape{});
}
