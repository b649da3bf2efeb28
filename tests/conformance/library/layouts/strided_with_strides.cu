// case: strided_with_strides
// spec: CUDA 13.4: layout_strided_mapping, layout_strided
// rows: 13.4-31..32
// refuses: 13.4-31..32
// arg: i32[32] = iota
// arg: i32 = 8
// arg: out i32[14]
// expect: [8, 1, 16, 17, 18, 19, 24, 25, 26, 27, 1, 16, 2, 5]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class E, class S>
concept mapped = requires { typename ct::layout_strided_mapping<E, S>; };
using E = ct::extents<unsigned, 4, 4>;
static_assert(mapped<E, ct::strides<unsigned, 8, 1>> && mapped<E, ct::extents<unsigned, 8, 1>>);
static_assert(!mapped<E, ct::strides<long long, 8, 1>> && !mapped<E, ct::strides<unsigned, 8>> && !mapped<E, int>);
template <class S>
concept layout = requires { typename ct::layout_strided<S>; };
static_assert(layout<ct::strides<int, 1>> && !layout<ct::offsets<int, 1>>);

extern "C" __tile_global__ void test(int const* p, int ld, int* o) {
    ct::layout_strided_mapping m{ct::extents{4_ic, 4_ic}, ct::strides{ld, 1_ic}};
    static_assert(__is_same(decltype(m)::layout_type, ct::layout_strided<ct::strides<unsigned, ct::dynamic_stride, 1>>));
    static_assert(decltype(m)::static_stride(0) == ct::dynamic_extent && decltype(m)::static_stride(1) == 1);
    o[0] = m.stride(0), o[1] = m.stride(1);
    ct::partition_view v{ct::tensor_span{p, m}, ct::shape{2_ic, 4_ic}};
    ct::store(o + 2 + ct::iota<ct::tile<int, ct::shape<2, 4>>>(), v.load(1, 0));
    // The layout by itself.
    using L = ct::layout_strided<ct::strides<unsigned, 16, 2>>::mapping<E>;
    o[10] = L(E{}, {}).static_stride(1) == 2, o[11] = L(E{}, {}).stride(0), o[12] = L(E{}, {}).stride(1);
    o[13] = m == ct::layout_strided_mapping{E{}, ct::extents<unsigned, 8, 1>{}} ? 5 : 0;
}
