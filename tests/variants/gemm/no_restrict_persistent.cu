//@ by: scientific code
//@ base: gemm/bf16_nn
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: min(cdiv(m, 128) * cdiv(n, 128), 132)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ expect: wgmma, A TMA, B TMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Pointers without `__restrict__`, and a store between two products of a block.
typedef __nv_bfloat16 real;
__tile_global__ void matmul(const real* a, const real* b, real* c, int m, int n, int k) {
    ct::partition_view A{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view B{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
    ct::partition_view C{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    int columns = ct::ceildiv(n, 128), all = columns * ct::ceildiv(m, 128);
    for (int t = ct::bid().x; t < all; t += ct::num_blocks().x) {
        auto s = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
        for (int l = 0; l < ct::ceildiv(k, 64); l++)
            s = ct::mma(A.load_masked(t / columns, l), B.load_masked(l, t % columns), s);
        C.store_masked(ct::element_cast<real>(s), t / columns, t % columns);
    }
}
