//@ by: llama.cpp
//@ base: gemm/bf16_nn
//@ small: m=128 n=136 k=104
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
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Steps of 16 along K, the extent of one instruction.
using nv_bf16 = __nv_bfloat16;
__tile_global__ void mul_mat(const nv_bf16* __restrict__ a, const nv_bf16* __restrict__ b, nv_bf16* __restrict__ c, int m,
                             int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 16>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<16, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    const int i = ct::bid().x, j = ct::bid().y;
    auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step = 0; step < ct::ceildiv(k, 16); ++step)
        sum = ct::mma(va.load_masked(i, step), vb.load_masked(step, j), sum);
    vc.store_masked(ct::element_cast<nv_bf16>(sum), i, j);
}
