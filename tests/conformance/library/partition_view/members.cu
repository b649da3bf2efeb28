// case: members
// spec: 2.12.1 partition_view
// rows: 2.12.1-1..29
// refuses: 2.12.1-1 2.12.1-10..27
// arg: f32[8] = iota
// arg: inout f32[8] = full(9)
// expect: [1, 2, 3, 4, 5, 6, 7, 9]
#include "cuda_tile.h"
#include <cuda_fp16.h>
#include <type_traits>
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
template <class X, class Y>
constexpr bool same = std::is_same_v<X, Y>;
using Span = ct::tensor_span<float, ct::extents<int, ct::dynamic_extent>>;
using View = ct::partition_view<Span, ct::shape<4>>;
static_assert(same<View::span_type, Span> && same<View::view_shape_type, ct::shape<4>> && same<View::element_type, float> && same<View::value_type, float> && same<View::index_type, int> && same<View::view_tile_type, T<float, 4>>);
template <class S, class Shape>
concept Views = requires { typename ct::partition_view<S, Shape>; };
static_assert(Views<Span, ct::shape<8>> && !Views<Span, ct::shape<4, 4>> && !Views<Span, ct::shape<3>> && !Views<float*, ct::shape<4>>);
using enum ct::memory_order;
using Relaxed = ct::memory_order_relaxed_t;
using Device = ct::thread_scope_device_t;
template <ct::memory_order O>
using Order = ct::memory_order_constant<O>;
using Inf = ct::view_padding_positive_inf_t;
// One bit a form of the call, in the order of the reference.
template <class V, ct::memory_order O, class... I>
constexpr int loads = requires(V v, I... i) { v.load(i...); } << 9 | requires(V v, I... i) { v.template load_masked<ct::view_padding::zero>(i...); } << 8 | requires(V v, I... i) { v.load_masked(ct::view_padding_zero_t{}, i...); } << 7 |
                      requires(V v, I... i) { v.template atomic_load<O>(i...); } << 6 | requires(V v, I... i) { v.atomic_load(Order<O>{}, i...); } << 5 | requires(V v, I... i) { v.atomic_load(Order<O>{}, Device{}, i...); } << 4 |
                      requires(V v, I... i) { v.template atomic_load_masked<ct::view_padding::zero, O>(i...); } << 3 | requires(V v, I... i) { v.template atomic_load_masked<ct::view_padding::zero, O>(ct::view_padding_zero_t{}, i...); } << 2 |
                      requires(V v, I... i) { v.atomic_load_masked(ct::view_padding_zero_t{}, Order<O>{}, i...); } << 1 | requires(V v, I... i) { v.atomic_load_masked(ct::view_padding_zero_t{}, Order<O>{}, Device{}, i...); };
static_assert(loads<View, relaxed, int> == 1023 && loads<View, acquire, unsigned long> == 1023 && loads<View, release, int> == 0b1110000000 && loads<View, acq_rel, int> == 0b1110000000);
static_assert(loads<View, relaxed> == 0 && loads<View, relaxed, int, int> == 0 && loads<View, relaxed, int*> == 0);
template <class V, class P>
constexpr int pads = requires(V v, P p) { v.template load_masked<P::value>(0); } << 3 | requires(V v, P p) { v.load_masked(p, 0); } << 2 | requires(V v, P p) { v.template atomic_load_masked<P::value, relaxed>(0); } << 1 | requires(V v, P p) { v.atomic_load_masked(p, Relaxed{}, Device{}, 0); };
using Ints = ct::partition_view<ct::tensor_span<int, ct::extents<int, 8>>, ct::shape<4>>;
static_assert(pads<View, Inf> == 15 && pads<Ints, Inf> == 0 && pads<Ints, ct::view_padding_zero_t> == 15 && pads<Ints, ct::view_padding_negative_zero_t> == 0);
template <class V, ct::memory_order O, class X, class... I>
constexpr int stores = requires(V v, X x, I... i) { v.store(x, i...); } << 7 | requires(V v, X x, I... i) { v.template atomic_store<O>(x, i...); } << 6 | requires(V v, X x, I... i) { v.atomic_store(x, Order<O>{}, i...); } << 5 |
                       requires(V v, X x, I... i) { v.atomic_store(x, Order<O>{}, Device{}, i...); } << 4 | requires(V v, X x, I... i) { v.store_masked(x, i...); } << 3 | requires(V v, X x, I... i) { v.template atomic_store_masked<O>(x, i...); } << 2 |
                       requires(V v, X x, I... i) { v.atomic_store_masked(x, Order<O>{}, i...); } << 1 | requires(V v, X x, I... i) { v.atomic_store_masked(x, Order<O>{}, Device{}, i...); };
static_assert(stores<View, release, T<float, 4>, int> == 255 && stores<View, relaxed, T<__half, 4>, char> == 255 && stores<View, acquire, T<float, 4>, int> == 0b10001000);
static_assert(stores<View, relaxed, T<double, 4>, int> == 0 && stores<View, relaxed, float, int> == 0 && stores<View, relaxed, T<float, 4>> == 0 && stores<View, relaxed, T<float, 8>, int> == 0);
static_assert(stores<ct::partition_view<ct::tensor_span<float const, ct::shape<8>>, ct::shape<4>>, relaxed, T<float, 4>, int> == 0);
extern "C" __tile_global__ void test(float* in, float* out) {
    ct::partition_view from{ct::tensor_span(in, ct::extents<int, ct::dynamic_extent>(7)), ct::shape<4>{}};
    ct::partition_view to{ct::tensor_span(out, ct::extents<int, ct::dynamic_extent>(7)), ct::shape<4>{}};
    static_assert(same<decltype(from), View> && same<decltype(from.span()), Span const&>);
    to.store(from.load(0) + 1, 0);
    to.store_masked(from.load_masked(1) + from.span().extent(0) - 6, 1);
}
