// case: constant_extents
// spec: 2.8.1 extents
// arg: out i32[1]
// expect: [32]
// note: the constructors are constexpr.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using Half = ct::extents<unsigned, 4, ct::dynamic_extent>;
constexpr Half one{8};
constexpr Half all{4, 8};
static_assert(one == all && one.extent(1) == 8);
static_assert(ct::layout_right_mapping{one}.stride(0) == 8 && ct::layout_left_mapping{all}.stride(1) == 4);

extern "C" __tile_global__ void test(int* out) {
    constexpr ct::extents<int, ct::dynamic_extent> size{one.extent(0) * one.extent(1)};
    out[0] = size.extent(0);
}
