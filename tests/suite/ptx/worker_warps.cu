//@ ptx: sm_90a
//@ run: cpu emulator
//@ arg p: i32[8] = iota
//@ arg out: out i32[8]
//@ contains 1: .reqntid 256, 1, 1
//@ expect out = 0 1 2 3 4 5 6 7
// A kernel has the warps of its hint, where one would be enough.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

[[cutile::hint(0, num_worker_warps_per_cta = 8)]]
__tile_global__ void test(const int* p, int* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
    ct::store(out + i, ct::load(p + i));
}
