// case: difference_of_two_arguments
// spec: 3.1 Undefined Behavior Annex
// ub: rule 11: two arguments are two objects
// arg: i32[4] = iota
// arg: i32[4] = iota
// arg: out i64[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* a, int* b, long long* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::store(out + at, ct::element_cast<long long>((a + at) - (b + at)));
}
