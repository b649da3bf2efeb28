//@ ptx: sm_90a
//@ run: cpu emulator gpu
//@ arg a: f16[16384] = iota*0.0001
//@ arg b: f16[16384] = full(1)
//@ arg c: out f32[16384]
//@ arg k: i32 = 128
//@ expect c = iota*0+1
//@ contains: bar.red.or.pred
//@ contains: wgmma.mma_async
// Where other warps only copy, those that compute are asked, by the barrier that is theirs: the
// last row alone is above the bound.
#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void product(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{128, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, 128}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{128, 128}}, ct::shape<128, 128>{}};
    auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, k / 64))
        sum = ct::mma(va.load(0, step), vb.load(step, 0), sum);
    if (static_cast<bool>(ct::any_of<0>(ct::reshape(sum > 208.0f, ct::shape<16384>{}))))
        sum = ct::full<ct::tile<float, ct::shape<128, 128>>>(1.0f);
    else
        sum = ct::full<ct::tile<float, ct::shape<128, 128>>>(2.0f);
    vc.store(sum, 0, 0);
}
