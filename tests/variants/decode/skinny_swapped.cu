//@ by: CUTLASS port
//@ base: gemm/skinny_nt
//@ small: m=16 n=136 k=200
//@ large: m=16 n=4096 k=4096
//@ grid: cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The transposed product by hand: weights are the left operand.
using bf16 = __nv_bfloat16;
__tile_global__ void gemm_t(const bf16* __restrict__ x, const bf16* __restrict__ w, bf16* __restrict__ y, int m, int n,
                            int k) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<16, 128>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 128>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<16, 128>{}};
    int j = ct::bid().x;
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 16>>>();
    for (int step = 0; step < ct::ceildiv(k, 128); ++step)
        acc = ct::mma(vw.load_masked(j, step), ct::transpose(vx.load_masked(0, step)), acc);
    vy.store_masked(ct::transpose(ct::element_cast<bf16>(acc)), 0, j);
}
