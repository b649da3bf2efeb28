// case: worker_warps
// spec: CUDA 13.4: num_worker_warps_per_cta
// rows: 13.4-98
// arg: i32[4] = iota
// arg: out i32[4]
// expect: [0, 2, 4, 6]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" {
[[cutile::hint(0, num_worker_warps_per_cta = 8), cutile::hint(1070, occupancy = 2)]]
__tile_global__ void test(int const* p, int* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::store(out + i, ct::load(p + i) * 2);
}
}
