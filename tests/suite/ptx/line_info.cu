//@ ptx: sm_80
//@ flags: -lineinfo
//@ contains: .file 1
//@ contains: .loc 1 12
//@ contains: .loc 1 13
//@ lacks: .file 2
// Code is marked with the lines of the user's file that it comes from, not with those of the library.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
__tile_global__ void test(const float* __restrict__ x, float* __restrict__ y) {
    auto sum = ct::load(x + ct::iota<ct::tile<int, ct::shape<128>>>()) + 1.0f;
    ct::store(y + ct::iota<ct::tile<int, ct::shape<128>>>(), sum);
}
