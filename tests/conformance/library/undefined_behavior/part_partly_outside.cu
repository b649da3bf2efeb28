// case: part_partly_outside
// spec: 3.1 Undefined Behavior Annex
// ub: rule 23: a load of a part whose last element is behind the span
// arg: i32[8] = iota
// arg: u32 = 1
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(const int* x, unsigned part, int* out) {
    ct::partition_view parts{ct::tensor_span{x, ct::extents{7}}, ct::shape{4_ic}};
    ct::store(out + ct::iota<I>(), parts.load(part));
}
