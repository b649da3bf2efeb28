// case: scaled_mma_block_size.fixed
// since: 13.5
// accept: the same program without the error
// flags: -arch=sm_100
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(float* o) {
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    auto r = ct::scaled_mma(ct::zeros<ct::tile<__nv_fp8_e4m3, ct::shape<64, 128>>>(), ct::ones<ct::tile<__nv_fp8_e8m0, ct::shape<64, 4>>>(),
                            ct::zeros<ct::tile<__nv_fp8_e4m3, ct::shape<128, 64>>>(), ct::ones<ct::tile<__nv_fp8_e8m0, ct::shape<4, 64>>>(), acc);
    ct::store(o + ct::iota<ct::tile<int, ct::shape<64, 64>>>(), r);
}
