#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using bf16 = __nv_bfloat16;

template <int D, bool Causal>
__tile_global__ void scores(const bf16* __restrict__ q, const bf16* __restrict__ k, float* __restrict__ s, int n) {
    ct::partition_view vq{ct::tensor_span{q, ct::extents{n, D}}, ct::shape<64, D>{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{n, D}}, ct::shape<64, D>{}};
    ct::partition_view vs{ct::tensor_span{s, ct::extents{n, n}}, ct::shape<64, 64>{}};
    auto [i, j, z] = ct::bid();
    if constexpr (Causal)
        if (j > i)
            return;
    auto zero = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    vs.store_masked(ct::mma(vq.load_masked(i, 0), ct::transpose(vk.load_masked(j, 0)), zero), i, j);
}

template __tile_global__ void scores<false, 64>(const bf16* __restrict__, const bf16* __restrict__, float* __restrict__, int);

// cpp: template arguments in another order
// The parameters of the template are shown.
