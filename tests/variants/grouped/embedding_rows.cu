//@ by: TransformerEngine
//@ base: gemm/bf16_nt
//@ small: m=128 n=128 k=64
//@ large: m=4096 n=4096 k=64
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg rows: i32[%{m}] = iota*-1+%{m - 1}
//@ result c[i:m, j:n] = sum(l, k, a[(m - 1 - i)*k + l] * b[j*k + l])
//@ expect: wgmma, A cp.async, B TMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Rows of an embedding are gathered and multiplied once.
using bf16 = __nv_bfloat16;
__tile_global__ void embed_project(const bf16* __restrict__ table, const bf16* __restrict__ w, bf16* __restrict__ y,
                                   int m, int n, int k, const int* __restrict__ ids) {
    int i = ct::bid().x, j = ct::bid().y;
    auto id = ct::load(ids + (i * 128 + ct::iota<ct::tile<int, ct::shape<128>>>()));
    auto lane = ct::reshape(ct::iota<ct::tile<int, ct::shape<64>>>(), ct::shape<1, 64>{});
    auto x = ct::load(table + (ct::reshape(id, ct::shape<128, 1>{}) * k + lane));
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 64>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto acc = ct::mma(x, ct::transpose(vw.load_masked(j, 0)), ct::zeros<ct::tile<float, ct::shape<128, 128>>>());
    vy.store_masked(ct::element_cast<bf16>(acc), i, j);
}
