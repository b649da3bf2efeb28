// case: overflow
// spec: 3.1 Undefined Behavior Annex
// ub: rule 1: a signed addition overflows
// arg: i32 = 2147483647
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(int n, int* out) {
    auto i = ct::iota<I>();
    ct::store(out + i, i + n);
}
