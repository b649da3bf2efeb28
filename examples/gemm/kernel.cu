// C = A * B with an f32 accumulator, for any M, N, K: A is M x K, B is K x N, C is M x N, all
// row-major. Blocks are taken in groups of GroupM block rows, so that those which run together
// share rows of A and columns of B in the L2 cache.

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, int BM, int BN, int BK, int GroupM = 8>
__tile_global__ void gemm(const T* __restrict__ a, const T* __restrict__ b, float* __restrict__ c, int m, int n, int k) {
    a = ct::assume_aligned(a, 16_ic);
    b = ct::assume_aligned(b, 16_ic);
    c = ct::assume_aligned(c, 16_ic);

    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<BK, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<BM, BN>{}};

    // Grouped order: down a group of GroupM block rows, then one block column to the right.
    int block = static_cast<int>(ct::bid().x);
    int rows = ct::ceildiv(m, BM);
    int columns = ct::ceildiv(n, BN);
    int group_size = GroupM * columns;
    int first_row = block / group_size * GroupM;
    int group_rows = ct::min(rows - first_row, GroupM);
    int i = first_row + block % group_size % group_rows;
    int j = block % group_size / group_rows;

    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK)))
        acc = ct::mma(va.load_masked(i, step), vb.load_masked(step, j), acc);

    vc.store_masked(acc, i, j);
}

template __tile_global__ void gemm<__half, 128, 128, 32>(const __half* __restrict__, const __half* __restrict__,
                                                         float* __restrict__, int, int, int);
template __tile_global__ void gemm<__nv_bfloat16, 128, 128, 32>(const __nv_bfloat16* __restrict__,
                                                                const __nv_bfloat16* __restrict__,
                                                                float* __restrict__, int, int, int);
template __tile_global__ void gemm<__half, 64, 64, 32>(const __half* __restrict__, const __half* __restrict__,
                                                       float* __restrict__, int, int, int);
template __tile_global__ void gemm<__nv_bfloat16, 64, 64, 32>(const __nv_bfloat16* __restrict__,
                                                              const __nv_bfloat16* __restrict__,
                                                              float* __restrict__, int, int, int);
