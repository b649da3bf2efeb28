//@ by: tilec book
//@ small: z=3 m=64 n=72 k=136
//@ large: z=32 m=1024 n=1024 k=1024
//@ grid: cdiv(m, 128), cdiv(n, 128), z
//@ arg a: bf16[%{z*m*k}] = random(1)
//@ arg b: bf16[%{z*k*n}] = random(2)
//@ arg c: out bf16[%{z*m*n}]
//@ arg batch: i32 = %{z}
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[h:z, i:m, j:n] = sum(l, k, a[(h*m + i)*k + l] * b[(h*k + l)*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using bf16 = __nv_bfloat16;
__tile_global__ void gemm(const bf16* __restrict__ a, const bf16* __restrict__ b, bf16* __restrict__ c, int batch,
                          int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{batch, m, k}}, ct::shape<1, 128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{batch, k, n}}, ct::shape<1, 64, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{batch, m, n}}, ct::shape<1, 128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<1, 128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64)))
        acc = ct::mma(va.load_masked(z, i, step), vb.load_masked(z, step, j), acc);
    vc.store_masked(ct::element_cast<bf16>(acc), z, i, j);
}
