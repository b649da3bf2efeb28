//@ by: llama.cpp
//@ base: gemm/bf16_nt
//@ small: m=96 n=72 k=136
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 32), cdiv(n, 64)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l])
//@ expect: transposed wgmma, A TMA, B TMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Tiles of 32 x 64, as for small GPUs.
using nv_bf16 = __nv_bfloat16;
__tile_global__ void mul_mat(const nv_bf16* __restrict__ y, const nv_bf16* __restrict__ x, nv_bf16* __restrict__ dst,
                             int ncols_y, int nrows_x, int ncols_x) {
    ct::partition_view vy{ct::tensor_span{y, ct::extents{ncols_y, ncols_x}}, ct::shape<32, 64>{}};
    ct::partition_view vx{ct::tensor_span{x, ct::extents{nrows_x, ncols_x}}, ct::shape<64, 64>{}};
    ct::partition_view vd{ct::tensor_span{dst, ct::extents{ncols_y, nrows_x}}, ct::shape<32, 64>{}};
    const int i = ct::bid().x, j = ct::bid().y;
    auto sum = ct::zeros<ct::tile<float, ct::shape<32, 64>>>();
    for (int k = 0; k < ct::ceildiv(ncols_x, 64); ++k)
        sum = ct::mma(vy.load_masked(i, k), ct::transpose(vx.load_masked(j, k)), sum);
    vd.store_masked(ct::element_cast<nv_bf16>(sum), i, j);
}
