// case: members
// spec: 2.11 Tensor Spans
// rows: 2.11.1-1..26 2.11.2-1 2.11.3-1..5 2.11.4-1
// refuses: 2.11.1-1 2.11.1-16 2.11.2-1
// arg: i32[8] = iota*10
// arg: i32 = 3
// arg: out i32[8]
// expect: [2, 1, 3, 4, 30, 1, 70, 1]
#include "cuda_tile.h"
#include <type_traits>
namespace ct = cuda::tiles;
using E = ct::extents<int, ct::dynamic_extent, 4>;
using Span = ct::tensor_span<int, E>;
template <class X, class Y>
constexpr bool same = std::is_same_v<X, Y>;
static_assert(same<Span, ct::tensor_span<int, E, ct::layout_right, ct::default_accessor<int>>> && same<Span::element_type, int> && same<ct::tensor_span<int const, E>::value_type, int>);
static_assert(same<Span::extents_type, E> && same<Span::layout_type, ct::layout_right> && same<Span::mapping_type, ct::layout_right_mapping<E>> && same<Span::index_type, int> && same<Span::rank_type, std::size_t>);
static_assert(same<Span::accessor_type, ct::default_accessor<int>> && same<Span::data_handle_type, int*> && same<Span::reference, int&>);
static_assert(same<ct::default_accessor<float const>::element_type, float const> && same<ct::default_accessor<float>::data_handle_type, float*> && same<ct::default_accessor<float>::reference, float&>);
static_assert(ct::enable_contiguous_accessor_policy<ct::default_accessor<int>> && !ct::enable_contiguous_accessor_policy<int>);
static_assert(Span::rank() == 2 && Span::rank_dynamic() == 1 && Span::static_extent(0) == ct::dynamic_extent && Span::static_extent(1) == 4);
// The accessor is empty and takes no room.
static_assert(sizeof(ct::tensor_span<int, ct::shape<4, 4>>) == sizeof(int*));
static_assert(ct::storeable_tensor_span<Span> && !ct::storeable_tensor_span<ct::tensor_span<int const, E>> && !ct::storeable_tensor_span<int*>);
template <class T, class X, class L, class A>
concept Spans = requires { typename ct::tensor_span<T, X, L, A>; };
using Plain = ct::default_accessor<int>;
static_assert(Spans<int, E, ct::layout_left, Plain> && !Spans<int, int, ct::layout_left, Plain> && !Spans<int, E, int, Plain> && !Spans<int, E, ct::layout_left, ct::default_accessor<long>>);
// Extents alone are enough for a layout whose mapping is made of them.
using Strided = ct::layout_strided<ct::extents<int, 1, 2>>;
static_assert(std::is_constructible_v<Span, int*, E> && std::is_constructible_v<Span, int*, E, ct::layout_right> && !std::is_constructible_v<ct::tensor_span<int, E, Strided>, int*, E>);
static_assert(std::is_constructible_v<ct::tensor_span<int, E, Strided>, int*, Strided::mapping<E>> && !std::is_constructible_v<Span, float*, E>);
extern "C" __tile_global__ void test(int* p, int n, int* out) {
    E e(n - 1);
    ct::tensor_span span(p, e);
    static_assert(same<decltype(span), Span>);
    ct::tensor_span left(p, ct::layout_left_mapping(e));
    static_assert(same<decltype(left), ct::tensor_span<int, E, ct::layout_left>>);
    ct::tensor_span tagged(p, e, ct::layout_left{}, ct::default_accessor<int>{});
    static_assert(same<decltype(tagged), decltype(left)>);
    ct::tensor_span mapped(p, ct::layout_right_mapping(e), ct::default_accessor<int>{});
    static_assert(same<decltype(mapped), Span>);
    out[0] = span.extent(0);
    out[1] = left.mapping().stride(0);
    out[2] = span.extents().extent(0) + 1;
    out[3] = span.mapping().stride(0);
    out[4] = *(mapped.data_handle() + 3);
    out[5] = same<decltype(span.accessor()), ct::default_accessor<int> const&>;
    out[6] = tagged.data_handle()[7];
    out[7] = span.mapping() == mapped.mapping();
}
