#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class T, int BM, int BN, int BK>
__tile_global__ void linear(const T* __restrict__ a, const T* __restrict__ w, float* __restrict__ c, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<BN, BK>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<BM, BN>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK))) {
        auto x = va.load_masked(i, step);
        auto y = vb.load_masked(j, step);
        acc = ct::mma(x, y, acc);
    }
    vc.store_masked(acc, i, j);
}

using bf16 = __nv_bfloat16;
template __tile_global__ void linear<bf16, 64, 128, 32>(const bf16* __restrict__, const bf16* __restrict__,
                                                        float* __restrict__, int, int, int);

// types: `B` is stored as N x K
// Its tile is transposed before the product.
