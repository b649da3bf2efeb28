// case: restrict_view
// spec: 3.1 Undefined Behavior Annex
// ub: rule 32: the view writes what the other pointer does
// arg: inout i32[8] = iota
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void f(int* __restrict__ a, int* __restrict__ b) {
    ct::partition_view view{ct::tensor_span{a, ct::extents{8}}, ct::shape<4>{}};
    view.store(ct::full<ct::tile<int, ct::shape<4>>>(1), 0);
    b[1] = 3;
}
extern "C" __tile_global__ void test(int* o) { f(o, o); }
