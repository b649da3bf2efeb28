//@ by: llama.cpp
//@ base: gemm/bf16_nt
//@ small: m=128 n=128 k=136
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: u8[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg values: f32[256] = random(9)
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * values[b[j*k + l]])
//@ within: 0.02
//@ expect: transposed wgmma, A TMA, B registers loaded_tile
//@ gap: B registers loaded_tile, time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Codebook weights: each byte is the index of a value.
using nv_bf16 = __nv_bfloat16;
__tile_global__ void mul_mat_iq(const nv_bf16* __restrict__ x, const unsigned char* __restrict__ w,
                                nv_bf16* __restrict__ y, int m, int n, int k, const float* __restrict__ values) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 32>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 32>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<128, 128>{}};
    const int i = ct::bid().x, j = ct::bid().y;
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step = 0; step < ct::ceildiv(k, 32); ++step) {
        auto code = ct::element_cast<int>(vw.load_masked(j, step));
        auto weight = ct::element_cast<nv_bf16>(ct::load(values + code));
        acc = ct::mma(vx.load_masked(i, step), ct::transpose(weight), acc);
    }
    vy.store_masked(ct::element_cast<nv_bf16>(acc), i, j);
}
