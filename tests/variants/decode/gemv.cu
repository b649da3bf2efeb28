//@ by: scientific code
//@ base: gemm/skinny_nt
//@ small: m=1 n=64 k=200
//@ large: m=1 n=4096 k=4096
//@ grid: cdiv(n, 16)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l])
//@ expect: no MMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// One vector: sums of products by threads.
using T = __nv_bfloat16;
__tile_global__ void gemv(const T* __restrict__ x, const T* __restrict__ w, T* __restrict__ y, int m, int n, int k) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{1, k}}, ct::shape<1, 128>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<16, 128>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{n, 1}}, ct::shape<16, 1>{}};
    auto sum = ct::zeros<ct::tile<float, ct::shape<16, 1>>>();
    for (int step = 0; step < ct::ceildiv(k, 128); ++step) {
        auto product = ct::element_cast<float>(vw.load_masked(ct::bid().x, step)) * ct::element_cast<float>(vx.load_masked(0, step));
        sum = sum + ct::sum<1>(product);
    }
    vy.store_masked(ct::element_cast<T>(sum), ct::bid().x, 0);
}
