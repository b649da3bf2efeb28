// case: constant_tile
// spec: [dcl.type.cv]
// ub: rule 12: a constant tile is written to
// arg: out i32[1]
// arg: i32 = 2
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using T = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(int* o, int n) {
    const T t = ct::full<T>(n);
    const_cast<T&>(t) = ct::zeros<T>();
    o[0] = static_cast<int>(ct::sum<0>(t));
}
