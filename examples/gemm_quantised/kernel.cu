// D = (A * B) * scales: a product of 8-bit matrices, with one scale for each row of A and for each
// column of B. A is M x K, B is N x K, D is M x N in f32, all row-major, any sizes.

#include "cuda_fp8.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, class Sum, int BM, int BN, int BK>
__tile_global__ void scaled_product(const T* __restrict__ a, const T* __restrict__ b,
                                    const float* __restrict__ row_scale, const float* __restrict__ column_scale,
                                    float* __restrict__ d, int m, int n, int k) {
    a = ct::assume_aligned(a, 16_ic);
    b = ct::assume_aligned(b, 16_ic);
    d = ct::assume_aligned(d, 16_ic);
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n, k}}, ct::shape<BN, BK>{}};
    ct::partition_view vrow{ct::tensor_span{row_scale, ct::extents{m, 1}}, ct::shape<BM, 1>{}};
    ct::partition_view vcolumn{ct::tensor_span{column_scale, ct::extents{1, n}}, ct::shape<1, BN>{}};
    ct::partition_view vd{ct::tensor_span{d, ct::extents{m, n}}, ct::shape<BM, BN>{}};

    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<Sum, ct::shape<BM, BN>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK)))
        acc = ct::mma(va.load_masked(i, step), ct::transpose(vb.load_masked(j, step)), acc);

    auto scale = vrow.load_masked(i, 0) * vcolumn.load_masked(0, j);
    vd.store_masked(ct::element_cast<float>(acc) * scale, i, j);
}

using e4m3 = __nv_fp8_e4m3;
template __tile_global__ void scaled_product<e4m3, float, 64, 64, 64>(const e4m3* __restrict__,
                                                                         const e4m3* __restrict__,
                                                                         const float* __restrict__,
                                                                         const float* __restrict__, float* __restrict__,
                                                                         int, int, int);
template __tile_global__ void scaled_product<signed char, int, 64, 64, 64>(const signed char* __restrict__,
                                                                              const signed char* __restrict__,
                                                                              const float* __restrict__,
                                                                              const float* __restrict__,
                                                                              float* __restrict__, int, int, int);
