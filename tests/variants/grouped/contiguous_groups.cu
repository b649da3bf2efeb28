//@ by: tilec book
//@ small: e=2 m=256 n=72 k=136
//@ large: e=8 m=8192 n=2048 k=2048
//@ grid: m/128, cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{e*k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg experts: i32[%{m/128}] = iota
//@ arg count: i32 = %{e}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[(min(div(i, 128), e - 1)*k + l)*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Rows sorted by expert, in blocks of 128; the expert of a block is an index of one tensor of all weights.
using bf16 = __nv_bfloat16;
__tile_global__ void grouped(const bf16* __restrict__ a, const bf16* __restrict__ b, bf16* __restrict__ c, int m, int n,
                             int k, const int* __restrict__ experts, int count) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{count, k, n}}, ct::shape<1, 64, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    int i = ct::bid().x, j = ct::bid().y;
    int expert = ct::min(experts[i], count - 1);
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step = 0; step < ct::ceildiv(k, 64); ++step)
        acc = ct::mma(va.load_masked(i, step), ct::reshape(vb.load_masked(expert, step, j), ct::shape<64, 128>{}), acc);
    vc.store_masked(ct::element_cast<bf16>(acc), i, j);
}
