// case: outside
// spec: 3.1 Undefined Behavior Annex
// ub: rule 23: an unmasked access of a part that lies partly outside of the span
// arg: i32[5] = iota
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int const* a, int* out) {
    ct::partition_view view{ct::tensor_span{a, ct::extents{5}}, ct::shape{4_ic}};
    ct::store(out + ct::iota<ct::tile<int, ct::shape<4>>>(), view.load(1));
}
