//@ by: llama.cpp
//@ base: gemm/bf16_nn
//@ small: m=128 n=136 k=136
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

// Two halves of A are loaded and joined by `cat`.
using nv_bf16 = __nv_bfloat16;
__tile_global__ void mul(const nv_bf16* __restrict__ a, const nv_bf16* __restrict__ b, nv_bf16* __restrict__ c, int m,
                         int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 32>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    const int i = ct::bid().x, j = ct::bid().y;
    auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int s = 0; s < ct::ceildiv(k, 64); ++s) {
        auto low = va.load_masked(i, 2 * s);
        auto high = 2 * s + 1 < ct::ceildiv(k, 32) ? va.load_masked(i, 2 * s + 1) : ct::zeros<ct::tile<nv_bf16, ct::shape<128, 32>>>();
        sum = ct::mma(ct::cat<1>(low, high), vb.load_masked(s, j), sum);
    }
    vc.store_masked(ct::element_cast<nv_bf16>(sum), i, j);
}
