//@ by: scientific code
//@ base: gemm/bf16_nn
//@ small: m=128 n=128 k=136
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg sums: out f32[%{m*cdiv(n, 128)}]
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ result sums[t:cdiv(n, 128), i:m] = sum(l, k, a[i*k + l])
//@ expect: wgmma, A TMA computed for_mmas, B TMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The rows of A are summed beside the product: threads read the operand too.
using T = __nv_bfloat16;
__tile_global__ void product_and_sums(const T* __restrict__ a, const T* __restrict__ b, T* __restrict__ c, int m, int n,
                                      int k, float* __restrict__ sums) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    ct::partition_view vs{ct::tensor_span{sums, ct::extents{ct::ceildiv(n, 128), m}}, ct::shape<1, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    auto total = ct::zeros<ct::tile<float, ct::shape<128, 1>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64))) {
        auto left = va.load_masked(i, step);
        total = total + ct::sum<1>(ct::element_cast<float>(left));
        acc = ct::mma(left, vb.load_masked(step, j), acc);
    }
    vc.store_masked(ct::element_cast<T>(acc), i, j);
    vs.store_masked(ct::reshape(total, ct::shape<1, 128>{}), j, i);
}
