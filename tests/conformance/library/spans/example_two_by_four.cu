// case: example_two_by_four
// spec: 1.8 Tensor Span (example)
// arg: f32[8] = [0, 1, 2, 3, 4, 5, 6, 7]
// arg: out u32[4]
// arg: out f32[8]
// expect: [2, 4, 4, 1]
// expect: iota
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(float* data, unsigned* shape, float* out) {
    auto span = ct::tensor_span{data, ct::extents{2_ic, 4_ic}};
    static_assert(__is_same(decltype(span), ct::tensor_span<float, ct::shape<2, 4>, ct::layout_right, ct::default_accessor<float>>));
    shape[0] = span.extent(0);
    shape[1] = span.extent(1);
    shape[2] = span.mapping().stride(0);
    shape[3] = span.mapping().stride(1);
    auto all = ct::partition_view{span, ct::shape{2_ic, 4_ic}}.load(0, 0);
    ct::store(out + ct::iota<ct::tile<int, ct::shape<2, 4>>>(), all);
}
