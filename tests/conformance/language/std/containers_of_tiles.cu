// case: containers_of_tiles
// spec: 2.9.1 tile, [array.overview]
// arg: i32 = 3
// arg: out i32[4]
// arg: out i32[4]
// arg: out i32[4]
// expect: [3, 4, 5, 6]
// expect: [0, 3, 6, 9]
// expect: [10, 11, 12, 13]
#include <array>
#include <tuple>
#include <utility>
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using row = ct::tile<int, ct::shape<4>>;
extern "C" __tile_global__ void test(int n, int* a, int* b, int* c) {
    auto i = ct::iota<row>();
    std::array<row, 2> rows{i + n, i * n};
    std::pair p{i, 10};
    auto t = std::make_tuple(rows[0], p.first + p.second);
    ct::store(a + i, std::get<0>(t));
    ct::store(b + i, rows[1]);
    auto [x, y] = t;
    ct::store(c + i, y);
}
