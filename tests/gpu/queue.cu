// The kernels that tests/gpu/roads.py runs by every road to the GPU: a matrix product, which is `wgmma` fed by TMA on sm_90a and
// `mma.sync` in portable PTX, and remainders, whose code branches between elements.

#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void product(const __half* __restrict__ a, const __half* __restrict__ b,
                                        float* __restrict__ c, int n) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{n, n}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n, n}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{n, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(n, 64)))
        acc = ct::mma(va.load_masked(i, step), vb.load_masked(step, j), acc);
    vc.store_masked(acc, i, j);
}

using Index = ct::tile<int, ct::shape<512>>;

extern "C" __tile_global__ void shared_divisor(const float* a, float* o, float b) {
    auto at = static_cast<int>(ct::bid().x) * 512 + ct::iota<Index>();
    ct::store(o + at, ct::remainder(ct::load(a + at), b));
}

extern "C" __tile_global__ void shared_dividend(const float* a, float* o, float b) {
    auto at = static_cast<int>(ct::bid().x) * 512 + ct::iota<Index>();
    ct::store(o + at, ct::remainder(ct::full<ct::tile<float, ct::shape<512>>>(b), ct::load(a + at)));
}

extern "C" __tile_global__ void shared_divisor_64(const double* a, double* o, double b) {
    auto at = static_cast<int>(ct::bid().x) * 512 + ct::iota<Index>();
    ct::store(o + at, ct::remainder(ct::load(a + at), b));
}
