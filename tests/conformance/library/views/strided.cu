// case: strided
// spec: CUDA 13.4: strided_view
// rows: 13.4-33..51
// refuses: 13.4-33 13.4-43..50
// arg: f32[10] = iota
// arg: out f32[44]
// arg: inout f32[60] = zeros
// expect: [2, 3, 4, 5, 8, 9, 0, 0, 8, 9, -inf, -inf, 4, 5, 6, 7, 2, 3, 4, 5, 6, 7, 8, 9, 8, 9, -0.0, -0.0, 8, 9, inf, inf, 8, 9, nan, nan, 8, 9, 0, 0, 0, 1, 2, 3]
// expect: [0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]
// note: tiles of four begin at the multiples of two, so that two of tile 4 are inside of the ten elements.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using ct::memory_order, ct::view_padding;

using Span = ct::tensor_span<float const, ct::extents<unsigned, 10>>;
using View = ct::strided_view<Span, ct::shape<4>, ct::strides<unsigned, 2>>;
static_assert(__is_same(View::span_type, Span) && __is_same(View::index_type, unsigned) && __is_same(View::rank_type, size_t));
static_assert(__is_same(View::element_type, float const) && __is_same(View::value_type, float));
static_assert(__is_same(View::view_shape_type, ct::shape<4>) && __is_same(View::view_tile_type, ct::tile<float, ct::shape<4>>));
static_assert(__is_same(View, ct::strided_view<Span, ct::shape<4>, ct::strides<unsigned, 2>, ct::offsets<int, 0>>));

template <class Shape, class Strides, class Offsets = ct::offsets<int, 0>>
concept viewed = requires { typename ct::strided_view<Span, Shape, Strides, Offsets>; };
static_assert(viewed<ct::shape<4>, ct::strides<unsigned, 2>>);
static_assert(!viewed<ct::shape<4>, ct::strides<unsigned, ct::dynamic_stride>> && !viewed<ct::shape<4>, ct::strides<unsigned, 0>>);
static_assert(!viewed<ct::shape<4>, ct::strides<int, 2>> && !viewed<ct::shape<4>, ct::strides<unsigned, 2, 2>>);
static_assert(!viewed<ct::shape<4, 4>, ct::strides<unsigned, 2>> && !viewed<ct::shape<3>, ct::strides<unsigned, 2>>);
static_assert(!viewed<ct::shape<4>, ct::strides<unsigned, 2>, ct::offsets<int, 1>>);
static_assert(!viewed<ct::shape<4>, ct::strides<unsigned, 2>, ct::offsets<long long, 0>>);

// An index a dimension, orders that reads and writes have, elements that can be written.
template <class V, class... I>
concept loads = requires(V v, I... i) { v.load(i...); };
template <class V, view_padding P, class... I>
concept loads_masked = requires(V v, I... i) { v.load_masked(ct::view_padding_constant<P>{}, i...); };
template <class V, memory_order O>
concept reads = requires(V v) { v.template atomic_load<O>(0); };
template <class V, memory_order O>
concept reads_masked = requires(V v) { v.template atomic_load_masked<view_padding::zero, O>(0); };
static_assert(loads<View, int> && !loads<View> && !loads<View, int, int> && !loads<View, float*>);
static_assert(loads_masked<View, view_padding::nan, int> && !loads_masked<View, view_padding::nan, int, int>);
static_assert(reads<View, memory_order::acquire> && !reads<View, memory_order::release>);
static_assert(reads_masked<View, memory_order::relaxed> && !reads_masked<View, memory_order::release>);
template <class V>
concept writes = requires(V v, typename V::view_tile_type x) { v.store(x, 0); };
template <class V>
concept writes_masked = requires(V v, typename V::view_tile_type x) { v.store_masked(x, 0); };
template <class V, memory_order O>
concept puts = requires(V v, typename V::view_tile_type x) { v.template atomic_store<O>(x, 0); };
template <class V, memory_order O>
concept puts_masked = requires(V v, typename V::view_tile_type x) { v.template atomic_store_masked<O>(x, 0); };
using Out = ct::strided_view<ct::tensor_span<float, ct::extents<unsigned, 10>>, ct::shape<4>, ct::strides<unsigned, 2>>;
static_assert(writes<Out> && writes_masked<Out> && !writes<View> && !writes_masked<View>);
static_assert(puts<Out, memory_order::release> && !puts<Out, memory_order::acquire>);
static_assert(puts_masked<Out, memory_order::relaxed> && !puts_masked<Out, memory_order::acquire>);

__tile__ auto view(auto* p, int k) {
    return ct::strided_view{ct::tensor_span{p + 10 * k, ct::extents{10_ic}}, ct::shape{4_ic}, ct::strides{2_ic}};
}

__tile__ void put(float* out, int k, ct::tile<float, ct::shape<4>> x) {
    ct::store(out + (4 * k + ct::iota<ct::tile<int, ct::shape<4>>>()), x);
}

extern "C" __tile_global__ void test(float const* a, float* out, float* stored) {
    ct::memory_order_relaxed_t relaxed;
    ct::memory_order_acquire_t acquire;
    ct::memory_order_release_t release;
    auto v = view(a, 0);
    static_assert(__is_same(decltype(v), View));
    put(out, 0, v.load(1));
    put(out, 1, v.load_masked(4));
    put(out, 2, v.load_masked(ct::view_padding_negative_inf_t{}, 4));
    put(out, 3, v.atomic_load<memory_order::relaxed>(2));
    put(out, 4, v.atomic_load(acquire, 1));
    put(out, 5, v.atomic_load(relaxed, ct::thread_scope_device_t{}, 3));
    put(out, 6, v.atomic_load_masked<view_padding::negative_zero, memory_order::relaxed>(4));
    put(out, 7, v.atomic_load_masked<view_padding::positive_inf, memory_order::acquire>(ct::view_padding_positive_inf_t{}, 4));
    put(out, 8, v.atomic_load_masked(ct::view_padding_nan_t{}, relaxed, 4));
    put(out, 9, v.atomic_load_masked(ct::view_padding_zero_t{}, acquire, ct::thread_scope_block_t{}, 4));
    // A stride that is the length: a partition view. Offsets that are given.
    ct::strided_view parts{v.span(), ct::shape{4_ic}, ct::strides{4_ic}, ct::offsets{0_ic}};
    put(out, 10, parts.load(0));
    auto x = parts.load(0) + 1.0f;
    view(stored, 0).store_masked(parts.load(0), 1);
    view(stored, 0).store_masked(x - x, 4);
    view(stored, 1).store_masked(x, 4);
    view(stored, 2).atomic_store<memory_order::relaxed>(x, 0);
    view(stored, 3).atomic_store(x, release, 1);
    view(stored, 4).atomic_store(x, release, ct::thread_scope_device_t{}, 1);
    view(stored, 5).atomic_store_masked(x, release, 4);
}
