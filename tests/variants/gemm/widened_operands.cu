//@ by: scientific code
//@ base: gemm/bf16_nn_f32
//@ small: m=64 n=64 k=72
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 64), cdiv(n, 64)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out f32[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ expect: wgmma, A TMA, B TMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// bf16 is widened to float before the product: exact, so the product of bf16 is the same.
__tile_global__ void product(const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b,
                             float* __restrict__ c, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 32>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<32, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<64, 64>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 32)))
        acc = ct::mma(ct::element_cast<float>(va.load_masked(i, step)), ct::element_cast<float>(vb.load_masked(step, j)), acc);
    vc.store_masked(acc, i, j);
}
