// case: store_behind_a_loop_without_turns
// spec: 1.10 Memory Model
// arg: inout i32[64] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63]
// arg: inout i32[32] = zeros
// arg: i32 = 0
// expect: [63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
// expect: zeros
// note: what is loaded before the loop is loaded before what is stored behind it, also where the loop has no turns,
// note: and with them the barriers inside of it.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* __restrict__ p, int* __restrict__ q, int turns) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + (63 - at));
    auto index = ct::iota<ct::tile<int, ct::shape<32>>>();
    for (int turn = 0; turn < turns; ++turn)
        ct::store(q + index, ct::load(q + (31 - index)));
    ct::store(p + at, x);
}
