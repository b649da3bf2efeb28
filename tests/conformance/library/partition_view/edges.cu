// case: edges
// spec: 2.12.1 partition_view
// arg: i32[5] = [1, 2, 3, 4, 5]
// arg: inout i32[5] = zeros
// arg: out i32[4]
// expect: [0, 0, 0, 0, 5]
// expect: [5, 0, 0, 0]
// note: the second tile of four covers one element of five; the rest is padding, and not stored.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(int const* a, int* b, int* out) {
    ct::partition_view from{ct::tensor_span{a, ct::extents{5}}, ct::shape{4_ic}};
    ct::partition_view to{ct::tensor_span{b, ct::extents{5}}, ct::shape{4_ic}};
    auto x = from.load_masked(1);
    ct::store(out + ct::iota<I>(), x);
    to.store_masked(x, 1);
}
