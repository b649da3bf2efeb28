//@ by: llama.cpp
//@ base: gemm/swiglu_two_products
//@ small: m=128 n=64 k=136
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 64)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg b2: bf16[%{k*n}] = random(4)
//@ let g[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l])
//@ result c[i:m, j:n] = g[i, j] / (1 + exp(-g[i, j])) * sum(l, k, a[i*k + l] * b2[j*k + l])
//@ extra: copies A twice
//@ expect: wgmma, A TMA, B TMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// First the gate, then the up projection.
using bf16 = __nv_bfloat16;
template <class View, class Weights>
__tile__ auto project(View vx, Weights vw, int i, int j, int steps) {
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 64>>>();
    for (int s = 0; s < steps; ++s) acc = ct::mma(vx.load_masked(i, s), ct::transpose(vw.load_masked(j, s)), acc);
    return acc;
}
__tile_global__ void gate_up(const bf16* __restrict__ x, const bf16* __restrict__ gate, bf16* __restrict__ y, int m,
                             int n, int k, const bf16* __restrict__ up) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vg{ct::tensor_span{gate, ct::extents{n, k}}, ct::shape<64, 64>{}};
    ct::partition_view vu{ct::tensor_span{up, ct::extents{n, k}}, ct::shape<64, 64>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<128, 64>{}};
    int i = ct::bid().x, j = ct::bid().y, steps = ct::ceildiv(k, 64);
    auto g = project(vx, vg, i, j, steps);
    auto u = project(vx, vu, i, j, steps);
    vy.store_masked(ct::element_cast<bf16>(g / (1.0f + ct::exp(-g)) * u), i, j);
}
