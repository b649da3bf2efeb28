//@ by: CUTLASS port
//@ base: grouped/contiguous_groups
//@ small: e=2 m=256 n=72 k=136
//@ large: e=8 m=8192 n=2048 k=2048
//@ grid: cdiv(m/e, 128), cdiv(n, 128), e
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{e*k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg offsets: i32[%{e + 1}] = iota*%{m/e}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[(div(i, m/e)*k + l)*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Groups of rows of any length, as offsets of their beginnings; a block returns behind the end of its group.
using bf16 = __nv_bfloat16;
__tile_global__ void grouped_gemm(const bf16* __restrict__ A, const bf16* __restrict__ B, bf16* __restrict__ D, int M,
                                  int N, int K, const int* __restrict__ offsets) {
    int group = ct::bid().z, begin = offsets[group], rows = offsets[group + 1] - begin;
    int m = ct::bid().x, n = ct::bid().y;
    if (m * 128 >= rows) return;
    ct::partition_view gA{ct::tensor_span{A + static_cast<long>(begin) * K, ct::extents{rows, K}}, ct::shape<128, 64>{}};
    ct::partition_view gB{ct::tensor_span{B + static_cast<long>(group) * K * N, ct::extents{K, N}}, ct::shape<64, 128>{}};
    ct::partition_view gD{ct::tensor_span{D + static_cast<long>(begin) * N, ct::extents{rows, N}}, ct::shape<128, 128>{}};
    auto accum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int k = 0; k < ct::ceildiv(K, 64); ++k) accum = ct::mma(gA.load_masked(m, k), gB.load_masked(k, n), accum);
    gD.store_masked(ct::element_cast<bf16>(accum), m, n);
}
