//@ by: llama.cpp
//@ base: gemm/bf16_nn
//@ small: m=128 n=136 k=256
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

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Two steps an iteration, by hand; K is a multiple of 128.
using nv_bf16 = __nv_bfloat16;
static constexpr int MMQ_X = 128, MMQ_Y = 128, MMQ_K = 64;

__tile_global__ void mul_mat(const nv_bf16* __restrict__ x, const nv_bf16* __restrict__ y, nv_bf16* __restrict__ dst,
                             const int nrows, const int ncols, const int ne00) {
    const auto vx = ct::partition_view{ct::tensor_span{x, ct::extents{nrows, ne00}}, ct::shape<MMQ_Y, MMQ_K>{}};
    const auto vy = ct::partition_view{ct::tensor_span{y, ct::extents{ne00, ncols}}, ct::shape<MMQ_K, MMQ_X>{}};
    const int row = ct::bid().x, col = ct::bid().y;
    auto sum = ct::zeros<ct::tile<float, ct::shape<MMQ_Y, MMQ_X>>>();
    for (int k = 0; k < ne00 / MMQ_K; k += 2) {
        sum = ct::mma(vx.load_masked(row, k), vy.load_masked(k, col), sum);
        sum = ct::mma(vx.load_masked(row, k + 1), vy.load_masked(k + 1, col), sum);
    }
    auto vd = ct::partition_view{ct::tensor_span{dst, ct::extents{nrows, ncols}}, ct::shape<MMQ_Y, MMQ_X>{}};
    vd.store_masked(ct::element_cast<nv_bf16>(sum), row, col);
}
