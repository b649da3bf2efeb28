//@ by: CUTLASS port
//@ base: gemm/f16_nt
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg params: struct = {f16[%{m*k}] = random(1), f16[%{k*n}] = random(2), out f16[%{m*n}], i32 = %{m}, i32 = %{n}, i32 = %{k}, i64 = %{k}, i64 = %{k}, i64 = %{n}}
//@ result params2[i:m, j:n] = sum(l, k, params0[i*k + l] * params1[j*k + l])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// All parameters in one object, with 64-bit leading dimensions.
struct Params {
    const __half* A;
    const __half* B;
    __half* D;
    int M, N, K;
    long long lda, ldb, ldd;
};

__tile_global__ void device_kernel(Params params) {
    ct::tensor_span sA{params.A, ct::layout_strided_mapping{ct::extents{params.M, params.K}, ct::extents{params.lda, 1_ic}}};
    ct::tensor_span sB{params.B, ct::layout_strided_mapping{ct::extents{params.N, params.K}, ct::extents{params.ldb, 1_ic}}};
    ct::tensor_span sD{params.D, ct::layout_strided_mapping{ct::extents{params.M, params.N}, ct::extents{params.ldd, 1_ic}}};
    ct::partition_view tA{sA, ct::shape<128, 64>{}};
    ct::partition_view tB{sB, ct::shape<128, 64>{}};
    ct::partition_view tD{sD, ct::shape<128, 128>{}};
    auto [m, n, l] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int k = 0; k < ct::ceildiv(params.K, 64); ++k)
        acc = ct::mma(tA.load_masked(m, k), ct::transpose(tB.load_masked(n, k)), acc);
    tD.store_masked(ct::element_cast<__half>(acc), m, n);
}
