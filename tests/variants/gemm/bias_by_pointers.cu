//@ by: Triton port
//@ base: gemm/bf16_nt
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg bias: f32[%{n}] = random(3)
//@ result c[i:m, j:n] = max(sum(l, k, a[i*k + l] * b[j*k + l]) + bias[j], 0)
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Views for the product; bias and result through pointers with masks; ReLU.
using bf16 = __nv_bfloat16;
__tile_global__ void linear_relu(const bf16* __restrict__ x, const bf16* __restrict__ w, bf16* __restrict__ y, int M,
                                 int N, int K, const float* __restrict__ bias) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{M, K}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{N, K}}, ct::shape<128, 64>{}};
    int pid_m = ct::bid().x, pid_n = ct::bid().y;
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step = 0; step < ct::ceildiv(K, 64); ++step)
        acc = ct::mma(vx.load_masked(pid_m, step), ct::transpose(vw.load_masked(pid_n, step)), acc);
    auto lane = ct::iota<ct::tile<int, ct::shape<128>>>();
    auto rm = ct::reshape(pid_m * 128 + lane, ct::shape<128, 1>{});
    auto rn = ct::reshape(pid_n * 128 + lane, ct::shape<1, 128>{});
    auto b = ct::load_masked(bias + rn, rn < N, 0.0f);
    auto out = ct::max(acc + b, ct::zeros<ct::tile<float, ct::shape<128, 128>>>());
    ct::store_masked(y + (rm * N + rn), ct::element_cast<bf16>(out), rm < M && rn < N);
}
