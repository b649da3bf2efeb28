//@ by: cuDNN-like
//@ base: gemm/bf16_nt
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, max(a[i*k + l], 0) * b[j*k + l])
//@ expect: wgmma, A TMA computed, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Fused activation of the input.
using T = __nv_bfloat16;
__tile_global__ void relu_linear(const T* __restrict__ x, const T* __restrict__ w, T* __restrict__ y, int m, int n,
                                 int k) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 64>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    auto zero = ct::zeros<ct::tile<T, ct::shape<128, 64>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64)))
        acc = ct::mma(ct::max(vx.load_masked(i, step), zero), ct::transpose(vw.load_masked(j, step)), acc);
    vy.store_masked(ct::element_cast<T>(acc), i, j);
}
