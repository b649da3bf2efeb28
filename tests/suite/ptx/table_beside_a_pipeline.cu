//@ ptx: sm_100a
//@ run: cpu emulator
//@ arg a: f16[4096] = full(1)
//@ arg b: f16[4096] = full(0.5)
//@ arg c: out f32[4096]
//@ arg m: i32 = 64
//@ arg n: i32 = 64
//@ arg k: i32 = 64
//@ expect c = full(64)
// A table of constants in a kernel that has code for tensors with maps and without: it is defined once.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
extern "C" __tile_global__ void scaled(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<64, 64>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int s : ct::irange(0, ct::ceildiv(k, 64)))
        acc = ct::mma(va.load_masked(ct::bid().x, s), vb.load_masked(s, ct::bid().y), acc);
    ct::tile<float, ct::shape<2>> gains{{0.5f, 2.0f}};
    auto gain = ct::extract(gains, ct::shape<1>{}, 1);
    vc.store_masked(acc * ct::reshape<ct::shape<1, 1>>(gain), ct::bid().x, ct::bid().y);
}
