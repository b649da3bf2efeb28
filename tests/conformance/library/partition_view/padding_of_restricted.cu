// case: padding_of_restricted
// spec: CUDA 13.5: compatible view padding
// rows: 13.5-22
// refuses: 13.5-22
// arg: e5m2[4] = [1, 2, 3, 4]
// arg: e4m3[4] = [1, 2, 3, 4]
// arg: tf32[4] = [1, 2, 3, 4]
// arg: out f32[48]
// expect: [1, 2, 3, inf, 1, 2, 3, -inf, 1, 2, 3, nan, 1, 2, 3, 0, 1, 2, 3, -0.0, 1, 2, 3, nan, 1, 2, 3, 0, 1, 2, 3, inf, 1, 2, 3, nan, 1, 2, 3, -0.0, 1, 2, 3, -0.0, 1, 2, 3, -inf]
// note: of four elements the length leaves three.
#include "cuda_fp8.h"
#include "cuda_tf32.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using enum ct::view_padding;

template <class E>
using View = ct::partition_view<ct::tensor_span<E const, ct::extents<unsigned, 4>>, ct::shape<4>>;
template <class E, ct::view_padding P>
concept pads = requires(View<E> v) { v.load_masked(ct::view_padding_constant<P>{}, 0); };
static_assert(pads<int, zero> && !pads<int, negative_zero> && !pads<int, nan> && pads<float, positive_inf>);
static_assert(pads<__nv_fp8_e5m2, positive_inf> && pads<__nv_tf32, negative_inf> && pads<__nv_fp8_e4m3, nan>);
static_assert(!pads<__nv_fp8_e4m3, positive_inf> && !pads<__nv_fp8_e4m3, negative_inf>);

template <class E>
__tile__ void put(float* out, int k, auto padding, E const* p) {
    ct::partition_view v{ct::tensor_span{p, ct::extents{3_ic}}, ct::shape{4_ic}};
    ct::store(out + (4 * k + ct::iota<ct::tile<int, ct::shape<4>>>()), ct::element_cast<float>(v.load_masked(padding, 0)));
}

extern "C" __tile_global__ void test(__nv_fp8_e5m2 const* a, __nv_fp8_e4m3 const* b, __nv_tf32 const* c, float* out) {
    ct::view_padding_zero_t zeros;
    ct::view_padding_negative_zero_t minus;
    ct::view_padding_nan_t none;
    ct::view_padding_positive_inf_t above;
    ct::view_padding_negative_inf_t below;
    put(out, 0, above, a);
    put(out, 1, below, a);
    put(out, 2, none, a);
    put(out, 3, zeros, b);
    put(out, 4, minus, b);
    put(out, 5, none, b);
    put(out, 6, zeros, c);
    put(out, 7, above, c);
    put(out, 8, none, c);
    put(out, 9, minus, c);
    put(out, 10, minus, a);
    put(out, 11, below, c);
}
