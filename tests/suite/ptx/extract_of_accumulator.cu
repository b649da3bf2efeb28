//@ ptx: sm_90a
//@ run: cpu emulator gpu
//@ arg a: f16[4096] = full(0.5)
//@ arg b: f16[8192] = full(0.25)
//@ arg in: i32[4] = iota
//@ arg rows: out f32[640]
//@ arg pieces: out f32[4096]
// A sub-tile of an accumulator goes through as much shared memory as it has itself, beside the stages of the loop: of
// one row, a column, a block, at places that only the launch knows; one that is larger goes in parts.
//@ expect rows[0..4] = 8 9 10 11
//@ expect rows[128..132] = 4744 4745 4746 4747
//@ expect rows[256..260] = 392 393 394 395
//@ expect rows[384..388] = 264 265 266 267
//@ expect rows[512..516] = 11 139 267 395
//@ expect rows[576..580] = 11 139 267 395
//@ expect rows[639] = 8075
//@ expect pieces[0..4] = 4104 4105 4106 4107
//@ expect pieces[128..130] = 4232 4233
//@ expect pieces[4095] = 8199
#include "cuda_tile.h"
#include <cuda_fp16.h>
namespace ct = cuda::tiles;

__tile_global__ void kernel(const __half* a, const __half* b, const int* in, float* rows, float* pieces) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{64, 64}}, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{64, 128}}, ct::shape<64, 128>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 128>>>();
    for (auto s : ct::irange(0, in[1]))
        acc = ct::mma(va.load_masked(0, s), vb.load_masked(s, 0), acc);
    // Element (r, c) is 8 + 128 r + c.
    acc = acc + ct::reshape(ct::element_cast<float>(ct::iota<ct::tile<int, ct::shape<8192>>>()), ct::shape<64, 128>{});
    ct::partition_view row{ct::tensor_span{rows, ct::extents{5, 128}}, ct::shape<1, 128>{}};
    row.store_masked(ct::extract(acc, ct::shape<1, 128>{}, 0, 0), 0, 0);
    row.store_masked(ct::extract(acc, ct::shape<1, 128>{}, 37, 0), 1, 0);
    row.store_masked(ct::extract(acc, ct::shape<1, 128>{}, in[3], 0), 2, 0);
    row.store_masked(ct::extract(ct::element_cast<__half>(acc), ct::shape<1, 128>{}, in[2], 0), 3, 0);
    auto column = ct::reshape(ct::extract(acc, ct::shape<64, 1>{}, 0, in[3]), ct::shape<1, 64>{});
    row.store_masked(ct::cat(column, column, ct::integral_constant<1>{}), 4, 0);
    ct::partition_view block{ct::tensor_span{pieces, ct::extents{32, 128}}, ct::shape<32, 128>{}};
    block.store_masked(ct::extract(acc, ct::shape<32, 128>{}, in[1], 0), 0, 0);
}
