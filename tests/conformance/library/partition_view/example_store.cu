// case: example_store
// spec: 2.12.1 partition_view, stores (example)
// arg: out i32[32]
// expect: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 0, 100, 24, 25, 26, 27, 28, 29, 200, 300]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* out) {
    int x[4][8] = {
        {0, 1, 2, 3, 4, 5, 6, 7},
        {8, 9, 10, 11, 12, 13, 14, 15},
        {16, 17, 18, 19, 20, 21, 22, 23},
        {24, 25, 26, 27, 28, 29, 30, 31}
    };

    ct::tensor_span t{&x[0][0], ct::extents{4_ic, 8_ic}};
    ct::partition_view p{t, ct::shape{2_ic, 2_ic}};

    auto a = 100 * ct::iota<ct::tile<int, ct::shape<2, 2>>>();
    p.store(a, 1, 3);
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 8; ++column) {
            out[8 * row + column] = x[row][column];
        }
    }
}
