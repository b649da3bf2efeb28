//@ by: scientific code
//@ base: gemm/bf16_nn
//@ small: m=128 n=251 k=509
//@ large: m=4096 n=251 k=509
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ expect: wgmma, A cp.async static_pitch, B cp.async static_pitch

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// Prime extents known at compile time: rows that 16 bytes do not divide.
using T = __nv_bfloat16;
__tile_global__ void product(const T* __restrict__ a, const T* __restrict__ b, T* __restrict__ c, int m) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, 509_ic}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{509_ic, 251_ic}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, 251_ic}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int s = 0; s < 8; ++s) acc = ct::mma(va.load_masked(i, s), vb.load_masked(s, j), acc);
    vc.store_masked(ct::element_cast<T>(acc), i, j);
}
