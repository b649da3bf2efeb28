//@ by: cuDNN-like
//@ base: gemm/bf16_nn
//@ small: m=128 n=64 k=64
//@ large: m=65536 n=256 k=256
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

// A 1 x 1 convolution of NHWC images: views of rank 4 with the image as one dimension.
using T = __nv_bfloat16;
__tile_global__ void conv1x1(const T* __restrict__ x, const T* __restrict__ w, T* __restrict__ y, int nhw, int k, int c) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{1, nhw, c}}, ct::shape<1, 128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{c, k}}, ct::shape<64, 128>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{1, nhw, k}}, ct::shape<1, 128, 128>{}};
    int p = ct::bid().x, q = ct::bid().y;
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int s = 0; s < ct::ceildiv(c, 64); ++s)
        acc = ct::mma(ct::reshape(vx.load_masked(0, p, s), ct::shape<128, 64>{}), vw.load_masked(s, q), acc);
    vy.store_masked(ct::reshape(ct::element_cast<T>(acc), ct::shape<1, 128, 128>{}), 0, p, q);
}
