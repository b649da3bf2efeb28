// case: span_concepts
// spec: 2.1.6 Layouts and Spans, 2.1.7 Traits
// rows: 2.1.6.1-1 2.1.6.2-1 2.1.6.3-1 2.1.6.4-1 2.1.7-1..9
// refuses: 2.1.6.1-1 2.1.6.2-1 2.1.6.3-1
// arg: i32 = 3
// arg: out i32[4]
// expect: [1, 0, 0, 1]
#include "cuda_tile.h"
#include <type_traits>
namespace ct = cuda::tiles;
using Extents = ct::extents<int, 4, ct::dynamic_extent>;
using Right = ct::layout_right_mapping<Extents>;
using Left = ct::layout_left_mapping<Extents>;
using Span = ct::tensor_span<float, Extents>;
// A mapping and an accessor of one's own.
struct Diagonal {
    template <class E>
    struct mapping {
        using extents_type = E;
        using rank_type = std::size_t;
        using index_type = typename E::index_type;
        using layout_type = Diagonal;
        E e;
        static constexpr bool is_always_strided() { return true; }
        static constexpr std::size_t static_stride(rank_type) { return 5; }
        constexpr index_type stride(rank_type) const { return 5; }
        constexpr extents_type const& extents() const { return e; }
    };
};
template <class E>
struct Accessor {
    using element_type = E;
    using data_handle_type = E*;
    using reference = E&;
};
template <class E>
struct Sparse : Accessor<E> {};
template <class E>
constexpr bool ct::enable_contiguous_accessor_policy<Accessor<E>> = true;
static_assert(ct::layout_mapping<Right> && ct::layout_mapping<Diagonal::mapping<Extents>> && ct::layout_mapping<Left>);
static_assert(!ct::layout_mapping<ct::layout_right> && !ct::layout_mapping<Extents> && !ct::layout_mapping<int>);
static_assert(ct::accessor_policy<ct::default_accessor<int>> && ct::accessor_policy<Accessor<float const>>);
static_assert(!ct::accessor_policy<Sparse<float>> && !ct::accessor_policy<int>);
static_assert(ct::tensor_span_like<Span> && ct::tensor_span_like<ct::tensor_span<float const, Extents, Diagonal, Accessor<float const>>>);
static_assert(!ct::tensor_span_like<float*> && !ct::tensor_span_like<Extents>);
// A span that lacks one thing.
struct NoAccessor : Span {
    void accessor() const;
};
struct OtherMapping : Span {
    Left const& mapping() const;
};
struct ConstHandle : Span {
    float const* data_handle() const;
};
struct OtherValue : Span {
    using value_type = double;
};
struct OtherIndex : Span {
    using index_type = long;
};
struct Derived : Span {};
static_assert(ct::tensor_span_like<Derived> && !ct::tensor_span_like<NoAccessor> && !ct::tensor_span_like<OtherMapping> && !ct::tensor_span_like<ConstHandle> && !ct::tensor_span_like<OtherValue> && !ct::tensor_span_like<OtherIndex>);
static_assert(std::is_same_v<std::remove_cv_t<int const volatile>, int> && std::is_same_v<std::remove_pointer_t<int* const>, int>);
template <class T>
concept HasSigned = requires { typename std::make_signed_t<T>; };
static_assert(std::is_same_v<std::make_signed_t<unsigned char>, signed char> && std::is_same_v<std::nullptr_t, decltype(nullptr)> && HasSigned<unsigned>);
static_assert(std::is_const_v<int const> && !std::is_const_v<int const*> && std::is_volatile_v<int volatile> && !std::is_volatile_v<int>);
static_assert(std::is_convertible_v<int, double> && !std::is_convertible_v<double, int*> && std::is_nothrow_convertible_v<int, long> && std::is_constructible_v<Extents, int> && !std::is_constructible_v<Extents, int, int, int>);
extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = ct::layout_mapping_equal(Right(Extents(n)), Right(Extents(3)));
    out[1] = ct::layout_mapping_equal(Right(Extents(n)), Right(Extents(n - 1)));
    out[2] = ct::layout_mapping_equal(Right(Extents(n)), Left(Extents(n)));
    // The same extents and strides, whatever the layouts.
    out[3] = ct::layout_mapping_equal(Right(Extents(n - 2)), ct::layout_strided_mapping(Extents(1), ct::extents<int, 1, 1>{}));
}
