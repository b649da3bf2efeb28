// case: gather_scatter
// spec: CUDA 13.4: gather_scatter_view
// rows: 13.4-59..77
// refuses: 13.4-59 13.4-67 13.4-69..76
// arg: i32[16] = iota
// arg: i32[2] = [3, 1]
// arg: out i32[36]
// arg: inout i32[48] = zeros
// expect: [13, 14, 5, 6, 13, 14, 0, 0, 15, 0, 7, 0, 13, 14, 5, 6, 13, 14, 5, 6, 13, 14, 5, 6, 0, 0, 13, 14, 13, 14, 5, 6, 7, 5, 11, 9]
// expect: [0, 0, 0, 0, 0, 5, 6, 0, 0, 0, 0, 0, 0, 13, 14, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 13, 0, 0, 0, 0, 0, 5, 6, 0, 0, 0, 0, 0, 0, 13, 14, 0]
// note: rows 3 and 1 of a 4x4 tensor from column 1 on; row 9 is not there, nor is column 4.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using ct::memory_order, ct::view_padding;

using Span = ct::tensor_span<int const, ct::extents<unsigned, 4, 4>>;
using View = ct::gather_scatter_view<Span, ct::shape<2, 2>, 0>;
using Rows = ct::tile<int, ct::shape<2>>;
static_assert(__is_same(View::span_type, Span) && __is_same(View::index_type, unsigned) && __is_same(View::rank_type, size_t));
static_assert(__is_same(View::element_type, int const) && __is_same(View::value_type, int));
static_assert(__is_same(View::view_shape_type, ct::shape<2, 2>) && __is_same(View::view_tile_type, ct::tile<int, ct::shape<2, 2>>));

template <class Shape, size_t D>
concept viewed = requires { typename ct::gather_scatter_view<Span, Shape, D>; };
static_assert(viewed<ct::shape<2, 2>, 1> && !viewed<ct::shape<2, 2>, 2> && !viewed<ct::shape<2>, 0>);
static_assert(__is_constructible(View, Span, ct::shape<2, 2>, int) && !__is_constructible(View, Span, ct::shape<2, 2>, int*));

// A tile of as many numbers as the tile has rows, and scalars beside it.
template <class V, class... I>
concept loads = requires(V v, I... i) { v.load(i...); };
template <class V, class... I>
concept loads_masked = requires(V v, I... i) { v.load_masked(i...); };
template <class V, memory_order O, class... I>
concept reads = requires(V v, I... i) { v.template atomic_load<O>(i...); };
template <class V, memory_order O, class... I>
concept reads_masked = requires(V v, I... i) { v.template atomic_load_masked<view_padding::zero, O>(i...); };
template <class V, class... I>
concept writes = requires(V v, typename V::view_tile_type x, I... i) { v.store(x, i...); };
template <class V, class... I>
concept writes_masked = requires(V v, typename V::view_tile_type x, I... i) { v.store_masked(x, i...); };
template <class V, memory_order O, class... I>
concept puts = requires(V v, typename V::view_tile_type x, I... i) { v.template atomic_store<O>(x, i...); };
template <class V, memory_order O, class... I>
concept puts_masked = requires(V v, typename V::view_tile_type x, I... i) { v.template atomic_store_masked<O>(x, i...); };
static_assert(loads<View, Rows, int> && loads<View, ct::tile<long long, ct::shape<2>>, int>);
static_assert(!loads<View, int, int> && !loads<View, Rows> && !loads<View, Rows, Rows> && !loads<View, ct::tile<int, ct::shape<4>>, int>);
static_assert(loads_masked<View, Rows, int> && !loads_masked<View, int, int>);
static_assert(reads<View, memory_order::relaxed, Rows, int> && !reads<View, memory_order::release, Rows, int>);
static_assert(reads_masked<View, memory_order::relaxed, Rows, int> && !reads_masked<View, memory_order::relaxed, int, int>);
using Out = ct::gather_scatter_view<ct::tensor_span<int, ct::extents<unsigned, 4, 4>>, ct::shape<2, 2>, 0>;
static_assert(writes<Out, Rows, int> && !writes<View, Rows, int> && !writes<Out, int, int>);
static_assert(writes_masked<Out, Rows, int> && !writes_masked<View, Rows, int>);
static_assert(puts<Out, memory_order::release, Rows, int> && !puts<Out, memory_order::acquire, Rows, int>);
static_assert(puts_masked<Out, memory_order::release, Rows, int> && !puts_masked<Out, memory_order::release, int, int>);

__tile__ void put(int* out, int k, ct::tile<int, ct::shape<2, 2>> x) {
    ct::store(out + (4 * k + ct::iota<ct::tile<int, ct::shape<2, 2>>>()), x);
}

extern "C" __tile_global__ void test(int const* a, int const* picked, int* out, int* stored) {
    ct::memory_order_relaxed_t relaxed;
    ct::memory_order_acquire_t acquire;
    ct::memory_order_release_t release;
    ct::gather_scatter_view v{ct::tensor_span{a, ct::extents{4_ic, 4_ic}}, ct::shape{2_ic, 2_ic}, 0_ic};
    static_assert(__is_same(decltype(v), View));
    auto rows = ct::load(picked + ct::iota<Rows>());
    auto some = rows * ct::full<Rows>(3) % ct::full<Rows>(16);
    put(out, 0, v.load(rows, 1));
    // Rows 3 and 9.
    auto beyond = ct::select(rows == 3, rows, ct::full<Rows>(9));
    put(out, 1, v.load_masked(beyond, 1));
    // Columns 3 and 4.
    put(out, 2, v.load_masked(ct::view_padding_zero_t{}, rows, 3));
    put(out, 3, v.atomic_load<memory_order::relaxed>(rows, 1));
    put(out, 4, v.atomic_load(acquire, rows, 1));
    put(out, 5, v.atomic_load(relaxed, ct::thread_scope_device_t{}, rows, 1));
    put(out, 6, v.atomic_load_masked<view_padding::zero, memory_order::relaxed>(some, 1));
    put(out, 7, v.atomic_load_masked(ct::view_padding_zero_t{}, acquire, ct::thread_scope_block_t{}, rows, 1));
    // Along the other dimension: columns 3 and 1 from row 1 on.
    ct::gather_scatter_view<Span, ct::shape<2, 2>, 1> columns{v.span(), ct::shape<2, 2>{}, 1};
    put(out, 8, columns.load(1, rows));
    auto x = v.load(rows, 1);
    auto into = [&](int k) {
        return ct::gather_scatter_view{ct::tensor_span{stored + 16 * k, ct::extents{4_ic, 4_ic}}, ct::shape{2_ic, 2_ic}, 0_ic};
    };
    into(0).store(x, rows, 1);
    into(1).store_masked(x, rows, 3);
    into(2).atomic_store<memory_order::relaxed>(x, rows, 1);
    into(2).atomic_store(x, release, rows, 1);
    into(2).atomic_store(x, release, ct::thread_scope_device_t{}, rows, 1);
    into(2).atomic_store_masked(x, release, beyond, 1);
}
