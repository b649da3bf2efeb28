// case: part_outside
// spec: 3.1 Undefined Behavior Annex
// ub: rule 22: a part behind the last one, masked or not
// arg: i32[8] = iota
// arg: u32 = 2
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(const int* x, unsigned part, int* out) {
    ct::partition_view parts{ct::tensor_span{x, ct::extents{7}}, ct::shape{4_ic}};
    ct::store(out + ct::iota<I>(), parts.load_masked(part));
}
