// case: zeros_e8m0.fixed
// since: 13.5
// accept: the same program without the error
// flags: -arch=sm_100
#include <cuda_fp8.h>
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(__nv_fp8_e8m0* o) {
    auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
    ct::store(o + i, ct::ones<ct::tile<__nv_fp8_e8m0, ct::shape<8>>>());
}
