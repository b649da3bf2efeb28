//@ ptx: sm_100a
//@ run: cpu emulator
//@ arg x: u8[8192] = full(34)
//@ arg xs: e4m3[1024] = full(2)
//@ arg w: u8[2048] = full(34)
//@ arg ws: e4m3[256] = full(-0.5)
//@ arg y: out f16[4096]
//@ arg m: i32 = 128
//@ arg n: i32 = 32
//@ arg k: i32 = 128
//@ expect y = full(-256)
//@ contains 4: tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16
//@ contains: vote.sync.any
// Scales of 16 halves of bytes each. The instruction does not read their signs, so that scales with one have instructions
// of their own, three more, which are issued where there are some.
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

template <int R, int C>
__tile__ auto numbers(const unsigned char* p, int rows, int bytes, int i, int s) {
    ct::partition_view view{ct::tensor_span{p, ct::extents{rows, bytes}}, ct::shape<R, C / 2>{}};
    return ct::repack<__nv_fp4_e2m1, 1>(view.load(i, s));
}

template <int R, int C>
__tile__ auto scales(const __nv_fp8_e4m3* p, int rows, int count, int i, int s) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{rows, count}}, ct::shape<R, C>{}}.load(i, s);
}

extern "C" __tile_global__ void linear(const unsigned char* __restrict__ x, const __nv_fp8_e4m3* __restrict__ xs,
                                       const unsigned char* __restrict__ w, const __nv_fp8_e4m3* __restrict__ ws,
                                       __half* __restrict__ y, int m, int n, int k) {
    x = ct::assume_aligned(x, 16_ic);
    w = ct::assume_aligned(w, 16_ic);
    k = ct::assume_divisible(k, 64_ic);
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 32>>>();
    auto [i, j, z] = ct::bid();
    for (int s : ct::irange(0, k / 64)) {
        auto right = ct::transpose(numbers<32, 64>(w, n, k / 2, j, s));
        acc = ct::scaled_mma(numbers<128, 64>(x, m, k / 2, i, s), scales<128, 4>(xs, m, k / 16, i, s), right,
                             ct::transpose(scales<32, 4>(ws, n, k / 16, j, s)), acc);
    }
    ct::tile<float, ct::shape<2>> gains{{0.5f, 2.0f}};
    auto gain = ct::extract(gains, ct::shape<1>{}, 1);
    auto out = ct::element_cast<__half>(acc * ct::reshape<ct::shape<1, 1>>(gain),
                                        ct::rounding_mode_constant<ct::rounding_mode::round_toward_zero>{});
    ct::partition_view{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<128, 32>{}}.store(out, i, j);
}
