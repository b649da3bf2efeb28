//@ ptx: sm_90a
//@ contains: wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16
//@ run: cpu emulator gpu
//@ arg q: f16[1024] = full(1)
//@ arg k: f16[8192] = full(1)
//@ arg v: f16[8192] = full(0.5)
//@ arg o: f32[4096] = full(3)
//@ arg length: i32 = 128
//@ expect o[0..4] = 4096 4096 4096 4096
//@ expect o[1020..1028] = 4096 4096 4096 4096 3 3 3 3
// 16 rows of a chain of products are 64 on `wgmma`, of which nothing behind the 16th is stored.
#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void decode(const __half* __restrict__ q, const __half* __restrict__ k, const __half* __restrict__ v,
                                       float* __restrict__ o, int length) {
    ct::partition_view vq{ct::tensor_span{q, ct::extents{16, 64}}, ct::shape<16, 64>{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{length, 64}}, ct::shape<64, 64>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{length, 64}}, ct::shape<64, 64>{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{16, 64}}, ct::shape<16, 64>{}};
    auto query = vq.load(0, 0);
    auto sum = ct::zeros<ct::tile<float, ct::shape<16, 64>>>();
    for (int step = 0; step < length / 64; ++step) {
        auto s = ct::mma(query, ct::transpose(vk.load(step, 0)), ct::zeros<ct::tile<float, ct::shape<16, 64>>>());
        sum = ct::mma(ct::element_cast<__half>(s), vv.load(step, 0), sum);
    }
    vo.store(sum, 0, 0);
}
