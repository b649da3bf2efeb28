// case: buffer_mask_twin
// spec: [expr.add]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [0, 1, 2, 3, 4, 5, 6, 7]
#include "cuda_tile.h"
namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* o, int n) {
    auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
    ct::store_masked(o + i, i, i < 8);
}
