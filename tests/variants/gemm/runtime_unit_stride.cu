//@ by: cuDNN-like
//@ base: gemm/bf16_nn
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg a_row: i64 = %{k}
//@ arg a_column: i64 = 1
//@ arg b_row: i64 = %{n}
//@ arg b_column: i64 = 1
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Both strides of each tensor come from a descriptor of the host library.
using T = __nv_bfloat16;
__tile_global__ void gemm(const T* __restrict__ A, const T* __restrict__ B, T* __restrict__ C, int m, int n, int k,
                          long long a_row, long long a_column, long long b_row, long long b_column) {
    ct::partition_view a{ct::tensor_span{A, ct::layout_strided_mapping{ct::extents{m, k}, ct::extents{a_row, a_column}}}, ct::shape<128, 64>{}};
    ct::partition_view b{ct::tensor_span{B, ct::layout_strided_mapping{ct::extents{k, n}, ct::extents{b_row, b_column}}}, ct::shape<64, 128>{}};
    ct::partition_view c{ct::tensor_span{C, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64)))
        acc = ct::mma(a.load_masked(i, step), b.load_masked(step, j), acc);
    c.store_masked(ct::element_cast<T>(acc), i, j);
}
