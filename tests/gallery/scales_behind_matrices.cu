#include "cuda_fp8.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

using Left = ct::tile<__nv_fp8_e4m3, ct::shape<32, 64>>;
using Right = ct::tile<__nv_fp8_e4m3, ct::shape<64, 16>>;
using Sum = ct::tile<float, ct::shape<32, 16>>;

__tile__ Sum step(Left x, Right y, ct::tile<__nv_fp8_e8m0, ct::shape<32, 2>> of_x,
                  ct::tile<__nv_fp8_e8m0, ct::shape<2, 16>> of_y, Sum sum) {
    return ct::scaled_mma(x, y, of_x, of_y, sum);
}

// types: Scales behind both matrices
// Each scale stands behind the operand that it belongs to, unlike in `torch._scaled_mm`.
