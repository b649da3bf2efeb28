// case: rows_that_overlap
// spec: 3.1 Undefined Behavior Annex
// ub: rule 24: two indices of a span are one element
// arg: i32[16] = iota
// arg: u32 = 3
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(const int* x, unsigned stride, int* out) {
    ct::layout_strided_mapping m{ct::extents{2, 4}, ct::extents{stride, 1}};
    ct::partition_view parts{ct::tensor_span{x, m}, ct::shape{1_ic, 4_ic}};
    ct::store(out + ct::iota<I>(), ct::reshape(parts.load(0, 0), ct::shape{4_ic}));
}
