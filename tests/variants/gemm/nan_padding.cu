//@ by: cuTile Python port
//@ base: gemm/bf16_nn
//@ small: m=128 n=128 k=192
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Sizes that the tiles divide, with a padding that is never used.
using bf16 = __nv_bfloat16;
__tile_global__ void matmul(const bf16* __restrict__ A, const bf16* __restrict__ B, bf16* __restrict__ C, int M, int N,
                            int K) {
    ct::partition_view va{ct::tensor_span{A, ct::extents{M, K}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{B, ct::extents{K, N}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{C, ct::extents{M, N}}, ct::shape<128, 128>{}};
    auto [bidx, bidy, bidz] = ct::bid();
    auto accumulator = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int k = 0; k < ct::ceildiv(K, 64); ++k)
        accumulator = ct::mma(va.load_masked<ct::view_padding::nan>(bidx, k), vb.load_masked<ct::view_padding::nan>(k, bidy), accumulator);
    vc.store_masked(ct::element_cast<bf16>(accumulator), bidx, bidy);
}
