// case: cat
// spec: 2.3.14 Concatenation
// arg: out i32[8]
// arg: out i32[8]
// expect: [0, 1, 2, 3, 10, 11, 12, 13]
// expect: [0, 1, 10, 11, 2, 3, 12, 13]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* rows, int* columns) {
    auto x = ct::iota<ct::tile<int, ct::shape<2, 2>>>();
    auto y = x + 10;
    auto below = ct::cat(x, y, 0_ic);
    auto beside = ct::cat<1>(x, y);
    ct::store(rows + ct::iota<decltype(below)>(), below);
    ct::store(columns + ct::iota<decltype(beside)>(), beside);
}
