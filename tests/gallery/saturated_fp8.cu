#include "cuda_fp8.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ ct::tile<__nv_fp8_e5m2, ct::shape<64>> quantized(ct::tile<float, ct::shape<64>> x) {
    return ct::element_cast<__nv_fp8_e5m2>(x, ct::saturate_finite_t{});
}

// types: A saturating conversion to fp8
// Conversions to integers alone have a saturation mode.
