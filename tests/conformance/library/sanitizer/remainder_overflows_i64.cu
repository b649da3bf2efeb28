// case: remainder_overflows_i64
// spec: 3.1 Undefined Behavior Annex
// ub: rule 4: the smallest value by -1
// arg: i64[2] = [-9223372036854775808, 8]
// arg: out i64[2]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(long long* in, long long* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<2>>>();
    ct::store(out + at, ct::remainder(ct::load(in + at), ct::full<ct::tile<long long, ct::shape<2>>>(-1)));
}
