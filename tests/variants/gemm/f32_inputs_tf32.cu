//@ by: cuTile Python port
//@ small: m=128 n=136 k=104
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: f32[%{m*k}] = random(1)
//@ arg b: f32[%{k*n}] = random(2)
//@ arg c: out f32[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ within: 0.002
//@ expect: transposed wgmma, A TMA, B TMA through registers

#include "cuda_tf32.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The matmul sample for float32: operands are converted to tf32.
__tile_global__ void matmul(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M,
                            int N, int K) {
    ct::partition_view va{ct::tensor_span{A, ct::extents{M, K}}, ct::shape<128, 32>{}};
    ct::partition_view vb{ct::tensor_span{B, ct::extents{K, N}}, ct::shape<32, 128>{}};
    ct::partition_view vc{ct::tensor_span{C, ct::extents{M, N}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int k = 0; k < ct::ceildiv(K, 32); ++k) {
        auto a = ct::element_cast<__nv_tf32>(va.load_masked(i, k));
        auto b = ct::element_cast<__nv_tf32>(vb.load_masked(k, j));
        acc = ct::mma(a, b, acc);
    }
    vc.store_masked(acc, i, j);
}
