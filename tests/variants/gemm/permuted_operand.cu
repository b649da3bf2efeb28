//@ by: cuDNN-like
//@ base: gemm/bf16_nt
//@ small: m=128 n=128 k=128
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[((div(l,64)*n) + j)*64 + l%64])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// Weights are blocked along K: K/64 x N x 64, a tile of rank 3 that is permuted.
using T = __nv_bfloat16;
__tile_global__ void blocked_weights(const T* __restrict__ x, const T* __restrict__ w, T* __restrict__ y, int m, int n,
                                     int k) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{k / 64, n, 64_ic}}, ct::shape<1, 128, 64>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step = 0; step < k / 64; ++step) {
        auto tw = ct::permute(vw.load_masked(step, j, 0), ct::dimension_map{0_ic, 2_ic, 1_ic});
        acc = ct::mma(vx.load_masked(i, step), ct::reshape(tw, ct::shape<64, 128>{}), acc);
    }
    vy.store_masked(ct::element_cast<T>(acc), i, j);
}
