//@ by: scientific code
//@ base: gemm/bf16_tn
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[l*m + i] * b[l*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// A column-major, as Fortran passes it, and B row-major.
using T = __nv_bfloat16;
__tile_global__ void gemm(const T* __restrict__ A, const T* __restrict__ B, T* __restrict__ C, int m, int n, int k) {
    ct::partition_view a{ct::tensor_span{A, ct::extents{m, k}, ct::layout_left{}}, ct::shape<128, 64>{}};
    ct::partition_view b{ct::tensor_span{B, ct::extents{k, n}, ct::layout_right{}}, ct::shape<64, 128>{}};
    ct::partition_view c{ct::tensor_span{C, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (auto step : ct::irange(0, (k + 63) / 64)) acc = ct::mma(a.load_masked(i, step), b.load_masked(step, j), acc);
    c.store_masked(ct::element_cast<T>(acc), i, j);
}
