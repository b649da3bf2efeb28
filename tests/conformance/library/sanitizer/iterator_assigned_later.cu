// case: iterator_assigned_later
// spec: 3.1 Undefined Behavior Annex
// arg: i32 = 6
// arg: out i32[1]
// expect: [4]
// note: an iterator may be assigned after it was made of nothing
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, int* out) {
    ct::irange<int>::iterator it;
    it = ct::irange(4, n).begin();
    out[0] = *it;
}
