// case: iterator_of_no_range_moves
// spec: 3.1 Undefined Behavior Annex
// ub: rule 29: a default-constructed iterator moves on
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    ct::irange<int>::iterator it;
    ++it;
    out[0] = 1;
}
