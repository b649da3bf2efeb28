// case: pointer_difference
// spec: 3.1 Undefined Behavior Annex (example)
// ub: pointers into two arrays
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    struct Obj { int x[4]; int y[4]; };
    Obj obj;
    auto p0 = ct::full<ct::tile<int*, ct::shape<4>>>(&obj.x[0]);
    auto p1 = ct::full<ct::tile<int*, ct::shape<4>>>(&obj.y[0]);
    auto q = p1 - p0; // UB
    ct::store(out + ct::iota<ct::tile<int, ct::shape<4>>>(), ct::element_cast<int>(q));
}
