//@ by: TransformerEngine
//@ base: gemm/bf16_nt
//@ small: m=128 n=128 k=136
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg seed: u32 = 7
//@ result c[i:m, j:n] = where((i*n + j + 7) % 4 == 0, 0, sum(l, k, a[i*k + l] * b[j*k + l]) / 0.75)
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Dropout of a quarter; the generator is a counter here.
using bf16 = __nv_bfloat16;
__tile_global__ void linear_dropout(const bf16* __restrict__ x, const bf16* __restrict__ w, bf16* __restrict__ y, int m,
                                    int n, int k, unsigned seed) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 64>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64)))
        acc = ct::mma(vx.load_masked(i, step), ct::transpose(vw.load_masked(j, step)), acc);
    auto row = ct::reshape(ct::iota<ct::tile<unsigned, ct::shape<128>>>(), ct::shape<128, 1>{}) + i * 128u;
    auto column = ct::reshape(ct::iota<ct::tile<unsigned, ct::shape<128>>>(), ct::shape<1, 128>{}) + j * 128u;
    auto random = row * unsigned(n) + column + seed;
    auto kept = ct::select(random % 4u != 0u, acc / 0.75f, ct::zeros<ct::tile<float, ct::shape<128, 128>>>());
    vy.store_masked(ct::element_cast<bf16>(kept), i, j);
}
