//@ by: cuDNN-like
//@ base: gemm/bf16_nn_f32
//@ small: m=64 n=64 k=288 w=8
//@ large: m=65536 n=64 k=288 w=256
//@ grid: cdiv(m, 64)
//@ arg a: bf16[%{m*k/9}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out f32[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg width: i32 = %{w}
//@ result c[i:m, j:n] = sum(t, 9, sum(l, k/9, where((div(i,w) + div(t,3) - 1 >= 0) * (div(i,w) + div(t,3) - 1 < m/w) * (i%w + t%3 - 1 >= 0) * (i%w + t%3 - 1 < w), a[(i + (div(t,3) - 1)*w + t%3 - 1)*(k/9) + l], 0) * b[(t*(k/9) + l)*n + j]))
//@ expect: wgmma, A cp.async, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// An implicit GEMM: 3 x 3 taps of 32 channels, pixels gathered with a mask.
using T = __nv_bfloat16;
__tile_global__ void conv_fwd(const T* __restrict__ x, const T* __restrict__ w, float* __restrict__ y, int pixels, int K,
                              int crs, int width) {
    constexpr int C = 32, BP = 64;
    int height = pixels / width;
    ct::partition_view weights{ct::tensor_span{w, ct::extents{crs, K}}, ct::shape<C, 64>{}};
    ct::partition_view to{ct::tensor_span{y, ct::extents{pixels, K}}, ct::shape<BP, 64>{}};
    auto pixel = int(ct::bid().x) * BP + ct::reshape(ct::iota<ct::tile<int, ct::shape<BP>>>(), ct::shape<BP, 1>{});
    auto channel = ct::reshape(ct::iota<ct::tile<int, ct::shape<C>>>(), ct::shape<1, C>{});
    auto row = pixel / width, column = pixel % width;
    auto zero = ct::full<ct::tile<T, ct::shape<>>>(T(0.0f));
    auto acc = ct::zeros<ct::tile<float, ct::shape<BP, 64>>>();
    for (int r = 0; r < 3; ++r)
        for (int s = 0; s < 3; ++s) {
            auto h = row + (r - 1), v = column + (s - 1);
            auto inside = h >= 0 && h < height && v >= 0 && v < width;
            auto values = ct::load_masked(x + ((h * width + v) * C + channel), ct::broadcast(inside, ct::shape<BP, C>{}), zero);
            acc = ct::mma(values, weights.load(r * 3 + s, 0), acc);
        }
    to.store(acc, ct::bid().x, 0);
}
