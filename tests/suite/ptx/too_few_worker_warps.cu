//@ ptx: sm_80
//@ contains 1: .reqntid 128, 1, 1
// A thread has at most 64 words of a tile, here of the offsets, whatever the hint says; that of another architecture
// says nothing.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

[[cutile::hint(0, num_worker_warps_per_cta = 1), cutile::hint(1070, num_worker_warps_per_cta = 16)]]
__tile_global__ void test(const float* p, float* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<4096>>>();
    ct::store(out + i, ct::load(p + i) * 2.0f);
}
