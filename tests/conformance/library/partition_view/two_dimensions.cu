// case: two_dimensions
// spec: 2.12.1 partition_view, 2.11.1 tensor_span
// grid: 2,2
// arg: i32[16] = iota
// arg: out i32[16]
// expect: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]
// note: each block moves a 2x2 part of a 4x4 matrix; the other side is stored by columns.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int const* a, int* b) {
    ct::partition_view from{ct::tensor_span{a, ct::extents{4_ic, 4_ic}}, ct::shape{2_ic, 2_ic}};
    ct::partition_view to{ct::tensor_span{b, ct::extents{4_ic, 4_ic}, ct::layout_left{}}, ct::shape{2_ic, 2_ic}};
    auto id = ct::bid();
    to.store(from.load(id.y, id.x), id.y, id.x);
}
