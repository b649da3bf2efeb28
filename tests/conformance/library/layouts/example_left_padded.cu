// case: example_left_padded
// spec: 2.10.7 layout_left_padded (example)
// arg: i32[12] = iota
// arg: out i32[16]
// arg: out i32[16]
// expect: [0, 6, 1, 7, 2, 8, 3, 9, 0, 6, 1, 7, 2, 8, 3, 9]
// expect: [0, 6, 1, 7, 2, 8, 3, 9, 0, 6, 1, 7, 2, 8, 3, 9]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int const* x, int* indices, int* out) {
    using tile = ct::shape<4, 2>;
    // Syntax 1
    ct::layout_left_padded_mapping m1{ct::extents{4_ic, 2_ic}, 6_ic};
    ct::tensor_span t1{&x[0], m1};

    // Syntax 2
    ct::layout_left_padded_mapping m2{ct::extents{4_ic, 2_ic}, 3_ic};
    ct::tensor_span t2{&x[0], m2};
    auto cell = [&](auto const& mapping, int at) {
        for (int row = 0; row < 4; ++row) {
            for (int column = 0; column < 2; ++column) {
                indices[at + 2 * row + column] = row * mapping.stride(0) + column * mapping.stride(1);
            }
        }
    };
    cell(t1.mapping(), 0);
    cell(t2.mapping(), 8);
    auto columns = ct::iota<ct::tile<int, tile>>() % 2;
    auto shown = [&](auto const& span) {
        auto all = ct::partition_view{span, tile{}}.load_masked(0, 0);
        return ct::select(columns < 2, all, ct::full<ct::tile<int, tile>>(-1));
    };
    put(out, shown(t1));
    put(out + 8, shown(t2));
}
