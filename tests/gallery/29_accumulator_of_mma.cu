#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void product(float* p) {
    auto a = ct::zeros<ct::tile<__half, ct::shape<16, 32>>>();
    auto b = ct::zeros<ct::tile<__half, ct::shape<32, 64>>>();
    auto c = ct::zeros<ct::tile<float, ct::shape<16, 32>>>();
    *p = static_cast<float>(ct::sum<0>(ct::sum<1>(ct::mma(a, b, c))));
}

// types: An accumulator of another shape
// The accumulator has the rows of the left operand and the columns of the right one.
