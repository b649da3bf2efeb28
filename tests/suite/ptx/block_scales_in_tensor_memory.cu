//@ ptx: sm_100a
//@ run: cpu emulator
//@ arg x: e5m2[16384] = full(1)
//@ arg xs: e8m0[512] = full(2)
//@ arg w: e5m2[8192] = full(0.5)
//@ arg ws: e8m0[256] = full(0.25)
//@ arg bias: f32[64] = full(1)
//@ arg y: out f32[8192]
//@ arg rows: i32 = 128
//@ arg cols: i32 = 64
//@ arg depth: i32 = 128
//@ expect y = full(33)
//@ contains 4: tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale
//@ contains: tcgen05.st.sync.aligned.32x32b
// Scales of 32 numbers each: an instruction takes one for each row and column from tensor memory.
#include <cuda_fp8.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

template <int M, int N, int K>
__tile__ auto project(const __nv_fp8_e5m2* x, const __nv_fp8_e8m0* xs, const __nv_fp8_e5m2* w, const __nv_fp8_e8m0* ws,
                      int rows, int cols, int depth) {
    auto px = ct::partition_view{ct::tensor_span{x, ct::extents{rows, depth}}, ct::shape<M, K>{}};
    auto pw = ct::partition_view{ct::tensor_span{w, ct::extents{cols, depth}}, ct::shape<N, K>{}};
    auto pxs = ct::partition_view{ct::tensor_span{xs, ct::extents{rows, depth / 32}}, ct::shape<M, K / 32>{}};
    auto pws = ct::partition_view{ct::tensor_span{ws, ct::extents{cols, depth / 32}}, ct::shape<N, K / 32>{}};
    auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
    int i = ct::bid().x, j = ct::bid().y, steps = depth / K;
    for (int s = 0; s < steps; ++s) {
        auto right = ct::transpose(pw.load(j, s));
        sum = ct::scaled_mma(px.load(i, s), pxs.load(i, s), right, ct::transpose(pws.load(j, s)), sum);
    }
    return sum;
}

extern "C" __tile_global__ void project_relu(const __nv_fp8_e5m2* __restrict__ x, const __nv_fp8_e8m0* __restrict__ xs,
                                             const __nv_fp8_e5m2* __restrict__ w, const __nv_fp8_e8m0* __restrict__ ws,
                                             const float* __restrict__ bias, float* __restrict__ y, int rows, int cols,
                                             int depth) {
    x = ct::assume_aligned(x, 16_ic);
    w = ct::assume_aligned(w, 16_ic);
    auto sum = project<128, 64, 128>(x, xs, w, ws, rows, cols, ct::assume_divisible(depth, 128_ic));
    auto b = ct::partition_view{ct::tensor_span{bias, ct::extents{cols}}, ct::shape<64>{}}.load(ct::bid().y);
    auto out = ct::max(sum + ct::reshape<ct::shape<1, 64>>(b), 0.0f);
    ct::partition_view{ct::tensor_span{y, ct::extents{rows, cols}}, ct::shape<128, 64>{}}.store(out, ct::bid().x, ct::bid().y);
}
