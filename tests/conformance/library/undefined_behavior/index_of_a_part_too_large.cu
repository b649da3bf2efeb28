// case: index_of_a_part_too_large
// spec: 3.1 Undefined Behavior Annex
// ub: rule 25: an index that its type does not hold
// arg: i32[8] = iota
// arg: i64 = -1
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(const int* x, long long part, int* out) {
    ct::partition_view parts{ct::tensor_span{x, ct::extents{8}}, ct::shape{4_ic}};
    ct::store(out + ct::iota<I>(), parts.load_masked(part));
}
