// case: example_left
// spec: 2.10.3 layout_left (example)
// arg: i32[6] = iota
// arg: out i32[12]
// arg: out i32[16]
// expect: [0, 2, 4, 1, 3, 5, 0, 2, 4, 1, 3, 5]
// expect: [0, 2, 4, -1, 1, 3, 5, -1, 0, 2, 4, -1, 1, 3, 5, -1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int const* x, int* indices, int* out) {
    using tile = ct::shape<2, 4>;
    // Syntax 1
    ct::tensor_span t1{&x[0], ct::extents{2_ic, 3_ic}, ct::layout_left{}};

    // Syntax 2
    ct::layout_left_mapping m{ct::extents{2_ic, 3_ic}};
    ct::tensor_span t2{&x[0], m};
    auto cell = [&](auto const& mapping, int at) {
        for (int row = 0; row < 2; ++row) {
            for (int column = 0; column < 3; ++column) {
                indices[at + 3 * row + column] = row * mapping.stride(0) + column * mapping.stride(1);
            }
        }
    };
    cell(t1.mapping(), 0);
    cell(t2.mapping(), 6);
    auto columns = ct::iota<ct::tile<int, tile>>() % 4;
    auto shown = [&](auto const& span) {
        auto all = ct::partition_view{span, tile{}}.load_masked(0, 0);
        return ct::select(columns < 3, all, ct::full<ct::tile<int, tile>>(-1));
    };
    put(out, shown(t1));
    put(out + 8, shown(t2));
}
