//@ by: CUTLASS port
//@ base: gemm/bf16_nn
//@ small: m=128 n=136 k=200
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

// The next operands are loaded before the product of the present ones.
using bf16 = __nv_bfloat16;
__tile_global__ void gemm(const bf16* __restrict__ a, const bf16* __restrict__ b, bf16* __restrict__ c, int m, int n,
                          int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    int steps = ct::ceildiv(k, 64);
    auto frag_a = va.load_masked(i, 0);
    auto frag_b = vb.load_masked(0, j);
    for (int step = 1; step < steps; ++step) {
        auto next_a = va.load_masked(i, step);
        auto next_b = vb.load_masked(step, j);
        acc = ct::mma(frag_a, frag_b, acc);
        frag_a = next_a;
        frag_b = next_b;
    }
    acc = ct::mma(frag_a, frag_b, acc);
    vc.store_masked(ct::element_cast<bf16>(acc), i, j);
}
