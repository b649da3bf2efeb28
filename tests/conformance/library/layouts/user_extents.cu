// case: user_extents
// spec: 2.10 Layout Mappings, 1.5.1 Extents Like
// rows: 2.1.3.1-1 2.1.3.2-1 2.1.6.4-1 2.10.11-1
// arg: i32 = 5
// arg: out i32[10]
// arg: out bool[5]
// expect: [5, 1, 1, 3, 8, 1, 1, 4, 40, 7]
// expect: [true, false, true, true, false]
// note: 3x5 by rows, by columns, with rows padded to 4, with columns padded to 4, and with given strides.
#include <cstddef>
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

static_assert(ct::layout_right_mapping<Grid>::static_stride(0) == ct::dynamic_extent);
static_assert(ct::layout_left_mapping<Grid>::static_stride(1) == 3);

extern "C" __tile_global__ void test(int n, int* strides, bool* equal) {
    Grid grid{static_cast<short>(n)};
    ct::layout_right_mapping right{grid};
    ct::layout_left_mapping left{grid};
    ct::layout_right_padded_mapping rows{grid, 4_ic};
    ct::layout_left_padded_mapping columns{grid, 4_ic};
    ct::layout_strided_mapping given{grid, ct::extents<short, ct::dynamic_extent, 7>{8 * n}};
    static_assert(ct::layout_mapping<decltype(right)> && ct::layout_mapping<decltype(left)> && ct::layout_mapping<decltype(rows)>);
    static_assert(ct::layout_mapping<decltype(columns)> && ct::layout_mapping<decltype(given)>);
    auto put = [&](int at, auto const& mapping) {
        strides[at] = mapping.stride(0);
        strides[at + 1] = mapping.stride(1);
    };
    put(0, right);
    put(2, left);
    put(4, rows);
    put(6, columns);
    put(8, given);
    ct::extents<long, 3, ct::dynamic_extent> same{n};
    equal[0] = ct::extents_equal(grid, same) && grid == same;
    equal[1] = ct::extents_equal(grid, ct::shape<3, 4>{});
    equal[2] = ct::layout_mapping_equal(right, ct::layout_right_mapping{same});
    equal[3] = ct::layout_mapping_equal(rows, ct::layout_strided_mapping{same, ct::extents<long, 8, 1>{}});
    equal[4] = right == left;
}
