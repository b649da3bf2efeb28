//@ by: cuDNN-like
//@ base: gemm/bf16_nt
//@ small: m=128 n=256 k=512
//@ large: m=4096 n=256 k=512
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// N and K are known when the plan is compiled.
using T = __nv_bfloat16;
__tile_global__ void plan(const T* __restrict__ x, const T* __restrict__ w, T* __restrict__ y, int m) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, 512_ic}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{256_ic, 512_ic}}, ct::shape<128, 64>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, 256_ic}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int s = 0; s < 8; ++s) acc = ct::mma(vx.load_masked(i, s), ct::transpose(vw.load(j, s)), acc);
    vy.store_masked(ct::element_cast<T>(acc), i, j);
}
