// case: tile_conditional
// spec: [expr.cond], tile: 1.7.2
// arg: i32 = 1
// arg: i32[4] = [1, 2, 3, 4]
// arg: out i32[4]
// expect: [2, 4, 6, 8]
#include "cuda_tile.h"
namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, int const* in, int* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto x = ct::load(in + i);
    auto y = n ? x + x : x;
    ct::store(out + i, y);
}
