// D = gelu(A * B + bias): a layer of a network in one kernel. A is M x K, B is N x K (each row has the
// weights of one output), the bias has N elements, D is M x N, all row-major, any sizes.

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// x * (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3))) / 2
template <ct::floating_point_tile Tile>
__tile__ Tile gelu(Tile x) {
    auto inner = 0.7978845608f * (x + 0.044715f * x * x * x);
    return 0.5f * x * (1.0f + ct::tanh(inner));
}

template <class T, int BM, int BN, int BK>
__tile_global__ void linear_gelu(const T* __restrict__ a, const T* __restrict__ b, const T* __restrict__ bias,
                                 T* __restrict__ d, int m, int n, int k) {
    a = ct::assume_aligned(a, 16_ic);
    b = ct::assume_aligned(b, 16_ic);
    d = ct::assume_aligned(d, 16_ic);
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n, k}}, ct::shape<BN, BK>{}};
    ct::partition_view vbias{ct::tensor_span{bias, ct::extents{1, n}}, ct::shape<1, BN>{}};
    ct::partition_view vd{ct::tensor_span{d, ct::extents{m, n}}, ct::shape<BM, BN>{}};

    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK)))
        acc = ct::mma(va.load_masked(i, step), ct::transpose(vb.load_masked(j, step)), acc);

    auto sum = acc + ct::element_cast<float>(vbias.load_masked(0, j));
    vd.store_masked(ct::element_cast<T>(gelu(sum)), i, j);
}

using bf16 = __nv_bfloat16;
template __tile_global__ void linear_gelu<bf16, 128, 128, 64>(const bf16* __restrict__, const bf16* __restrict__,
                                                              const bf16* __restrict__, bf16* __restrict__, int, int,
                                                              int);
