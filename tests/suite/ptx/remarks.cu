//@ ptx: sm_90a
//@ flags: --remarks
//@ contains: wgmma.mma_async
// What the compiler says that it chose: a product that a pipeline feeds, one that it cannot feed,
// and one that no tensor core multiplies.
#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void streamed(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int k) { //~ remark: runs in blocks of 384 threads
    ct::partition_view va{ct::tensor_span{a, ct::extents{64, k}}, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, 64}}, ct::shape<64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{64, 64}}, ct::shape<64, 64>{}};
    auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step : ct::irange(0, k / 64))
        sum = ct::mma(va.load(0, step), vb.load(step, 0), sum); //~ remark: the product of 64x64 by 64x64 of f16 runs on `wgmma`, A from bulk tensor copies, B from bulk tensor copies
    vc.store(sum, 0, 0);
}

__tile_global__ void gathered(const __half* a, float* c) { //~ remark: runs in blocks of
    auto i = ct::iota<ct::tile<int, ct::shape<1024>>>();
    auto x = ct::reshape(ct::load(a + i), ct::shape<32, 32>{});
    auto sum = ct::mma(x, x, ct::zeros<ct::tile<float, ct::shape<32, 32>>>()); //~ remark: runs on `mma.sync` of 16x8x16 from registers
    ct::store(c + i, ct::reshape(sum, ct::shape<1024>{}));
}

__tile_global__ void single(const float* a, float* c) { //~ remark: runs in blocks of
    auto i = ct::iota<ct::tile<int, ct::shape<1024>>>();
    auto x = ct::reshape(ct::load(a + i), ct::shape<32, 32>{});
    auto sum = ct::mma(x, x, ct::zeros<ct::tile<float, ct::shape<32, 32>>>()); //~ remark: runs on scalar multiply-adds
    ct::store(c + i, ct::reshape(sum, ct::shape<1024>{}));
}
