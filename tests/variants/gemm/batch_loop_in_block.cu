//@ by: scientific code
//@ base: gemm/batched_bf16_nn
//@ small: z=3 m=64 n=72 k=136
//@ large: z=32 m=1024 n=1024 k=1024
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{z*m*k}] = random(1)
//@ arg b: bf16[%{z*k*n}] = random(2)
//@ arg c: out bf16[%{z*m*n}]
//@ arg batch: i32 = %{z}
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[h:z, i:m, j:n] = sum(l, k, a[(h*m + i)*k + l] * b[(h*k + l)*n + j])
//@ expect: wgmma, A TMA, B TMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// One tile block goes through all matrices of the batch: the base depends on a loop.
using T = __nv_bfloat16;
__tile_global__ void gemm_all(const T* __restrict__ a, const T* __restrict__ b, T* __restrict__ c, int batch, int m,
                              int n, int k) {
    int i = ct::bid().x, j = ct::bid().y;
    for (int e = 0; e < batch; ++e) {
        ct::partition_view va{ct::tensor_span{a + e * m * k, ct::extents{m, k}}, ct::shape<128, 64>{}};
        ct::partition_view vb{ct::tensor_span{b + e * k * n, ct::extents{k, n}}, ct::shape<64, 128>{}};
        ct::partition_view vc{ct::tensor_span{c + e * m * n, ct::extents{m, n}}, ct::shape<128, 128>{}};
        auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
        for (int step = 0; step < ct::ceildiv(k, 64); ++step)
            acc = ct::mma(va.load_masked(i, step), vb.load_masked(step, j), acc);
        vc.store_masked(ct::element_cast<T>(acc), i, j);
    }
}
