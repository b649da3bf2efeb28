// case: buffer_mask
// spec: [expr.add]
// ub: rule 12: the pointer leaves the buffer
// arg: inout i32[8] = iota
// arg: i32 = 2
#include "cuda_tile.h"
namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* o, int n) {
    auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
    ct::store_masked(o + i, i, i < 9);
}
