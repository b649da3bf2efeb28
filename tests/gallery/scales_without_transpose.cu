#include "cuda_fp8.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using e4m3 = __nv_fp8_e4m3;
using Scale = __nv_fp8_e8m0;

__tile_global__ void mx_gemm(const e4m3* a, const unsigned char* sa, const e4m3* b, const unsigned char* sb, float* d, int m,
                             int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n, k}}, ct::shape<32, 64>{}};
    ct::partition_view vsa{ct::tensor_span{sa, ct::extents{m, k / 32}}, ct::shape<64, 2>{}};
    ct::partition_view vsb{ct::tensor_span{sb, ct::extents{n, k / 32}}, ct::shape<32, 2>{}};
    ct::partition_view vd{ct::tensor_span{d, ct::extents{m, n}}, ct::shape<64, 32>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 32>>>();
    for (int s : ct::irange(0, k / 64)) {
        auto as = ct::element_bitcast<Scale>(vsa.load_masked(i, s));
        auto bs = ct::element_bitcast<Scale>(vsb.load_masked(j, s));
        auto bt = ct::transpose(vb.load_masked(j, s));
        acc = ct::scaled_mma(va.load_masked(i, s), as, bt, bs, acc);
    }
    vd.store_masked(acc, i, j);
}

// types: scales of the right operand as N x S
// They are transposed as the operand is.
