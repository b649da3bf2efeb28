//@ by: cuTile Python port
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
//@ result c[h:z, i:m, j:n] = sum(l, k, a[(h*m + i)*k + l] * b[(h*k + l)*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The batched sample: tiles of rank 3, reshaped to matrices before the product.
using bf16 = __nv_bfloat16;
__tile_global__ void batch_matmul(const bf16* __restrict__ A, const bf16* __restrict__ B, bf16* __restrict__ C, int Q,
                                  int M, int N, int K) {
    ct::partition_view a_view{ct::tensor_span{A, ct::extents{Q, M, K}}, ct::shape<1, 128, 64>{}};
    ct::partition_view b_view{ct::tensor_span{B, ct::extents{Q, K, N}}, ct::shape<1, 64, 128>{}};
    ct::partition_view c_view{ct::tensor_span{C, ct::extents{Q, M, N}}, ct::shape<1, 128, 128>{}};
    int pidx = ct::bid().x, pidy = ct::bid().y, pid_batch = ct::bid().z;
    auto accumulator = ct::full<ct::tile<float, ct::shape<128, 128>>>(0.0f);
    for (int k = 0; k < ct::ceildiv(K, 64); ++k) {
        auto a = ct::reshape(a_view.load_masked(pid_batch, pidx, k), ct::shape<128, 64>{});
        auto b = ct::reshape(b_view.load_masked(pid_batch, k, pidy), ct::shape<64, 128>{});
        accumulator = ct::mma(a, b, accumulator);
    }
    auto result = ct::reshape(ct::element_cast<bf16>(accumulator), ct::shape<1, 128, 128>{});
    c_view.store_masked(result, pid_batch, pidx, pidy);
}
