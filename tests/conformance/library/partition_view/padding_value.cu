// case: padding_value
// spec: 2.13.6 View Padding
// arg: f32[2] = [1, 2]
// arg: out f32[8]
// expect: [1, 2, -inf, -inf, 1, 2, nan, nan]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(float const* a, float* out) {
    ct::partition_view view{ct::tensor_span{a, ct::extents{2}}, ct::shape{4_ic}};
    auto i = ct::iota<I>();
    ct::store(out + i, view.load_masked(ct::view_padding_negative_inf_t{}, 0));
    ct::store(out + (i + 4), view.load_masked<ct::view_padding::nan>(0));
}
