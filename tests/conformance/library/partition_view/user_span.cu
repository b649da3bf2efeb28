// case: user_span
// spec: 2.12.1 partition_view, 1.8 Tensor Span
// rows: 2.1.6.1-1 2.1.6.2-1 2.1.6.3-1 2.11.4-1
// arg: i16 = 5
// arg: i32[36] = iota
// arg: inout i32[36] = iota
// arg: out i32[16]
// expect: [0, 1, 2, 3, 100, 5, 101, 7, 77, 9, 10, 11, 12, 13, 14, 15, 102, 17, 1103, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35]
// expect: [0, 2, 12, 14, 24, 26, 0, 0, 8, 0, 20, 0, 4, 6, 16, 18]
// note: element (i, j) is 12 i + 2 j of memory, 3x5 elements. Partitions are 2x2, those below and at the right are cut off.
#include <cstddef>
#include <type_traits>
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// Extents of one's own: the last length is known at run time, ranks are int.
struct Grid {
    using rank_type = int;
    using index_type = short;
    short columns;
    __tile__ static constexpr int rank() { return 2; }
    __tile__ static constexpr int rank_dynamic() { return 1; }
    __tile__ static constexpr std::size_t static_extent(int i) { return i == 0 ? 3 : ct::dynamic_extent; }
    __tile__ constexpr short extent(int i) const { return i == 0 ? short(3) : columns; }
};
static_assert(ct::extents_like<Grid> && ct::extents_like<Grid const> && !ct::shape_like<Grid>);

// Every second element of a row, the rows far apart.
struct Sparse {
    template <class E>
    struct mapping {
        using extents_type = E;
        using rank_type = typename E::rank_type;
        using index_type = typename E::index_type;
        using layout_type = Sparse;
        E lengths;
        index_type pitch;
        __tile__ static constexpr bool is_always_strided() { return true; }
        __tile__ static constexpr std::size_t static_stride(rank_type i) { return i == 0 ? std::size_t(ct::dynamic_extent) : 2; }
        __tile__ constexpr index_type stride(rank_type i) const { return i == 0 ? pitch : index_type(2); }
        __tile__ constexpr E const& extents() const { return lengths; }
    };
};
template <class E>
struct Plain {
    using element_type = E;
    using data_handle_type = E*;
    using reference = E&;
};
template <class E>
constexpr bool ct::enable_contiguous_accessor_policy<Plain<E>> = true;
template <class T>
struct Matrix {
    using mapping_type = Sparse::mapping<Grid>;
    using accessor_type = Plain<T>;
    using extents_type = Grid;
    using layout_type = Sparse;
    using index_type = short;
    using rank_type = int;
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using data_handle_type = T*;
    using reference = T&;
    T* start;
    mapping_type map;
    Plain<T> access;
    __tile__ T* data_handle() const { return start; }
    __tile__ mapping_type const& mapping() const { return map; }
    __tile__ Plain<T> const& accessor() const { return access; }
};
static_assert(ct::tensor_span_like<Matrix<int>> && ct::tensor_span_like<Matrix<int const>>);
static_assert(ct::storeable_tensor_span<Matrix<int>> && !ct::storeable_tensor_span<Matrix<int const>>);

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(short n, int const* data, int* changed, int* out) {
    Matrix<int const> matrix{data, {{n}, 12}, {}};
    ct::partition_view view{matrix, ct::shape{2_ic, 2_ic}};
    static_assert(__is_same(decltype(view)::index_type, short));
    put(out, view.load(0, 0));
    put(out + 4, view.load_masked(1, 0));
    put(out + 8, view.load_masked(0, 2));
    Matrix<int> target{changed, {{n}, 12}, {}};
    ct::partition_view places{target, ct::shape{2_ic, 2_ic}};
    auto four = ct::iota<ct::tile<int, ct::shape<2, 2>>>() + 100;
    put(out + 12, places.atomic_load(ct::memory_order_relaxed_t{}, 0, 1));
    places.store(four, 0, 1);
    changed[18] = places.span().data_handle()[18] + 1000;
    changed[8] = 77;
}
