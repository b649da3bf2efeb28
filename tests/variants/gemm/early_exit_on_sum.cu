//@ by: scientific code
//@ base: gemm/bf16_nn_f32
//@ small: m=128 n=128 k=128
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out f32[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg limit: f32 = 1000000000
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ unpredicted: the sum of a step says how often it loops
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The loop ends once the sum is large enough: here never.
using T = __nv_bfloat16;
__tile_global__ void series(const T* __restrict__ a, const T* __restrict__ b, float* __restrict__ c, int m, int n, int k,
                            float limit) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    int i = ct::bid().x, j = ct::bid().y;
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        acc = ct::mma(va.load_masked(i, step), vb.load_masked(step, j), acc);
        float norm = float(ct::reshape(ct::sum<0>(ct::sum<1>(acc * acc)), ct::shape<>{}));
        if (norm > limit) break;
    }
    vc.store_masked(acc, i, j);
}
