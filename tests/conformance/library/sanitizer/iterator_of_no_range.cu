// case: iterator_of_no_range
// spec: 3.1 Undefined Behavior Annex
// ub: rule 29: a default-constructed iterator is read
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    ct::irange<int>::iterator it;
    out[0] = *it;
}
