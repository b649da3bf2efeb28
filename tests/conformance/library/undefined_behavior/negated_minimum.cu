// case: negated_minimum
// spec: 3.1 Undefined Behavior Annex
// ub: rule 2: minus the smallest value, in one lane
// arg: i64[4] = [1, -9223372036854775808, 0, 3]
// arg: out i64[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(const long long* x, long long* out) {
    auto i = ct::iota<I>();
    ct::store(out + i, -ct::load(x + i));
}
