#include "cuda_fp8.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using E8 = __nv_fp8_e4m3;
using Scale = float;

__tile_global__ void mx_gemm(const E8* __restrict__ a, const Scale* __restrict__ sa, const E8* __restrict__ b,
                             const Scale* __restrict__ sb, float* __restrict__ c, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 128>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<128, 64>{}};
    ct::partition_view vsa{ct::tensor_span{sa, ct::extents{m, k / 32}}, ct::shape<64, 4>{}};
    ct::partition_view vsb{ct::tensor_span{sb, ct::extents{k / 32, n}}, ct::shape<4, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<64, 64>{}};
    int i = ct::bid().x, j = ct::bid().y;
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int s : ct::irange(0, k / 128))
        acc = ct::scaled_mma(va.load(i, s), vsa.load(i, s), vb.load(s, j), vsb.load(s, j), acc);
    vc.store_masked(acc, i, j);
}

// types: scales of `float`
// Each format of numbers has its formats of scales.
