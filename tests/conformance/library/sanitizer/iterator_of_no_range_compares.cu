// case: iterator_of_no_range_compares
// spec: 3.1 Undefined Behavior Annex
// ub: rule 29: a default-constructed iterator is compared
// arg: i32 = 5
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, int* out) {
    ct::irange r(0, n);
    ct::irange<int>::iterator it;
    out[0] = it == r.end();
}
