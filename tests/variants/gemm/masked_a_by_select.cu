//@ by: scientific code
//@ base: gemm/bf16_nn
//@ small: m=128 n=128 k=128
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, where(l <= i, a[i*k + l], 0) * b[l*n + j])
//@ expect: wgmma, A TMA computed, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The lower triangle of A times B: elements are selected between load and product.
using T = __nv_bfloat16;
__tile_global__ void trmm(const T* __restrict__ a, const T* __restrict__ b, T* __restrict__ c, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    int i = ct::bid().x, j = ct::bid().y;
    auto row = i * 128 + ct::reshape(ct::iota<ct::tile<int, ct::shape<128>>>(), ct::shape<128, 1>{});
    auto column = ct::reshape(ct::iota<ct::tile<int, ct::shape<64>>>(), ct::shape<1, 64>{});
    auto zero = ct::zeros<ct::tile<T, ct::shape<128, 64>>>();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto lower = ct::select(step * 64 + column <= row, va.load_masked(i, step), zero);
        acc = ct::mma(lower, vb.load_masked(step, j), acc);
    }
    vc.store_masked(ct::element_cast<T>(acc), i, j);
}
