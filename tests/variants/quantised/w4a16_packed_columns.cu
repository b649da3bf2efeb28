//@ by: vLLM
//@ base: gemm/bf16_nn
//@ small: m=128 n=128 k=128
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: u8[%{k*n/2}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * (where(l%64 < 32, b[(div(l,64)*32 + l%32)*n + j] % 16, div(b[(div(l,64)*32 + l%32)*n + j], 16)) - 8))
//@ expect: transposed wgmma, A TMA, B TMA computed
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// int4 weights: the low halves of 32 rows, then the high halves; concatenated along K.
using bf16 = __nv_bfloat16;
__tile_global__ void w4a16(const bf16* __restrict__ x, const unsigned char* __restrict__ w, bf16* __restrict__ y, int m,
                           int n, int k) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{k / 2, n}}, ct::shape<32, 128>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<128, 128>{}};
    int i = ct::bid().x, j = ct::bid().y;
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step = 0; step < k / 64; ++step) {
        auto packed = ct::element_cast<int>(vw.load_masked(step, j));
        auto low = ct::element_cast<bf16>((packed & 15) - 8);
        auto high = ct::element_cast<bf16>((packed >> 4) - 8);
        acc = ct::mma(vx.load_masked(i, step), ct::cat<0>(low, high), acc);
    }
    vy.store_masked(ct::element_cast<bf16>(acc), i, j);
}
