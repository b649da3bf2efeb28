//@ by: cuTile Python port
//@ base: gemm/bf16_nn
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: min(cdiv(m, 128) * cdiv(n, 128), 132)
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

// The persistent matmul sample: blocks go through the tiles with the stride of the grid.
using bf16 = __nv_bfloat16;
__tile_global__ void persistent_matmul(const bf16* __restrict__ A, const bf16* __restrict__ B, bf16* __restrict__ C,
                                       int M, int N, int K) {
    ct::partition_view va{ct::tensor_span{A, ct::extents{M, K}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{B, ct::extents{K, N}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{C, ct::extents{M, N}}, ct::shape<128, 128>{}};
    int num_bid_m = ct::ceildiv(M, 128), num_bid_n = ct::ceildiv(N, 128);
    int upper_bound = num_bid_m * num_bid_n;
    for (int current_bid : ct::irange(int(ct::bid().x), upper_bound, int(ct::num_blocks().x))) {
        int bid_m = current_bid / num_bid_n, bid_n = current_bid % num_bid_n;
        auto accumulator = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
        for (int k : ct::irange(0, ct::ceildiv(K, 64)))
            accumulator = ct::mma(va.load_masked(bid_m, k), vb.load_masked(k, bid_n), accumulator);
        vc.store_masked(ct::element_cast<bf16>(accumulator), bid_m, bid_n);
    }
}
