//@ ptx: sm_80
//@ run: cpu emulator
//@ arg n: i32 = 4
//@ arg out: out i32[8]
//@ contains 2: call.uni __assertfail
//@ contains 2: trap
//@ expect out = 4 4 4 4 4 4 4 4
// Assertions that hold, of a number and of the elements of a tile.
#include "cuda_tile.h"
#include <cassert>

namespace ct = cuda::tiles;

__tile_global__ void test(int n, int* out) {
    assert(n == 4);
    auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
    assert(ct::all_of<0>(i < 2 * n));
    ct::store(out + i, ct::full<ct::tile<int, ct::shape<8>>>(n));
}
