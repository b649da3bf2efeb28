//@ by: cuDNN-like
//@ base: gemm/batched_bf16_nn
//@ small: z=3 m=64 n=72 k=136
//@ large: z=32 m=1024 n=1024 k=1024
//@ grid: cdiv(m, 128), cdiv(n, 128), z
//@ arg a: bf16[%{z*m*k}] = random(1)
//@ arg b: bf16[%{z*k*n}] = random(2)
//@ arg c: out bf16[%{z*m*n}]
//@ arg batch: i32 = %{z}
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg stride_a: i64 = %{m*k}
//@ arg stride_b: i64 = %{k*n}
//@ arg stride_c: i64 = %{m*n}
//@ result c[h:z, i:m, j:n] = sum(l, k, a[(h*m + i)*k + l] * b[(h*k + l)*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// cublasGemmStridedBatched: strides between matrices are 64-bit parameters.
using T = __nv_bfloat16;
__tile_global__ void gemm_strided_batched(const T* __restrict__ A, const T* __restrict__ B, T* __restrict__ C,
                                          int batchCount, int m, int n, int k, long long strideA, long long strideB,
                                          long long strideC) {
    auto [x, y, z] = ct::bid();
    ct::partition_view a{ct::tensor_span{A + z * strideA, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view b{ct::tensor_span{B + z * strideB, ct::extents{k, n}}, ct::shape<64, 128>{}};
    ct::partition_view c{ct::tensor_span{C + z * strideC, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int s : ct::irange(0, ct::ceildiv(k, 64))) acc = ct::mma(a.load_masked(x, s), b.load_masked(s, y), acc);
    c.store_masked(ct::element_cast<T>(acc), x, y);
}
