// case: pointer_addition
// spec: 3.1 Undefined Behavior Annex (example)
// ub: the pointers leave the array
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    int x[10];
    auto p = ct::full<ct::tile<int*, ct::shape<4>>>(&x[0]);
    auto q = p + 100; // UB
    ct::store(out + ct::iota<ct::tile<int, ct::shape<4>>>(), ct::element_cast<int>(q == p));
}
