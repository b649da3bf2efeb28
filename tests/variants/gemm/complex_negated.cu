//@ by: scientific code
//@ base: gemm/complex_four_products
//@ small: m=64 n=64 k=72
//@ large: m=2048 n=2048 k=2048
//@ grid: cdiv(m, 64), cdiv(n, 64)
//@ arg ar: f16[%{m*k}] = random(1)
//@ arg ai: f16[%{m*k}] = random(2)
//@ arg br: f16[%{n*k}] = random(3)
//@ arg bi: f16[%{n*k}] = random(4)
//@ arg cr: out f32[%{m*n}]
//@ arg ci: out f32[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result cr[i:m, j:n] = sum(l, k, ar[i*k + l] * br[j*k + l] - ai[i*k + l] * bi[j*k + l])
//@ result ci[i:m, j:n] = sum(l, k, ar[i*k + l] * bi[j*k + l] + ai[i*k + l] * br[j*k + l])
//@ expect: wgmma, A TMA, B TMA; wgmma, A TMA computed, B TMA; wgmma, A TMA computed for_mmas, B TMA
//@ gap: time

#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The imaginary part of A is negated for the second product.
using T = __half;
__tile_global__ void cgemm(const T* __restrict__ ar, const T* __restrict__ ai, const T* __restrict__ br,
                           const T* __restrict__ bi, float* __restrict__ cr, float* __restrict__ ci, int m, int n, int k) {
    ct::partition_view var{ct::tensor_span{ar, ct::extents{m, k}}, ct::shape<64, 64>{}};
    ct::partition_view vai{ct::tensor_span{ai, ct::extents{m, k}}, ct::shape<64, 64>{}};
    ct::partition_view vbr{ct::tensor_span{br, ct::extents{n, k}}, ct::shape<64, 64>{}};
    ct::partition_view vbi{ct::tensor_span{bi, ct::extents{n, k}}, ct::shape<64, 64>{}};
    ct::partition_view vcr{ct::tensor_span{cr, ct::extents{m, n}}, ct::shape<64, 64>{}};
    ct::partition_view vci{ct::tensor_span{ci, ct::extents{m, n}}, ct::shape<64, 64>{}};
    auto [i, j, z] = ct::bid();
    using Sum = ct::tile<float, ct::shape<64, 64>>;
    auto re = ct::zeros<Sum>(), im = ct::zeros<Sum>();
    for (int s = 0; s < ct::ceildiv(k, 64); ++s) {
        auto xr = var.load_masked(i, s), xi = vai.load_masked(i, s);
        auto yr = ct::transpose(vbr.load_masked(j, s)), yi = ct::transpose(vbi.load_masked(j, s));
        re = ct::mma(xr, yr, re);
        re = ct::mma(-xi, yi, re);
        im = ct::mma(xr, yi, im);
        im = ct::mma(xi, yr, im);
    }
    vcr.store_masked(re, i, j);
    vci.store_masked(im, i, j);
}
