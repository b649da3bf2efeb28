// D = alpha * A * B of numbers of 8 or 4 bits with a scale for each block along K: mxfp8 (e4m3, and a power of two
// for 32 of them) and nvfp4 (e2m1, and an e4m3 for 16 of them). A is M x K, B is N x K, D is M x N in f32, all
// row-major. The scales are M x K/Block and N x K/Block, K is a multiple of Block. Two numbers of 4 bits are in a byte.

#include "cuda_fp4.h"
#include "cuda_fp8.h"
#include "cuda_tile.h"
#include <type_traits>

namespace ct = cuda::tiles;
using namespace ct::literals;

// T is the type of the numbers, Stored what holds them in memory, Scale the type of the scales.
template <class T, class Stored, class Scale, int Block, int BM, int BN, int BK>
__tile_global__ void block_scaled(const Stored* __restrict__ a, const unsigned char* __restrict__ a_scale,
                                  const Stored* __restrict__ b, const unsigned char* __restrict__ b_scale,
                                  float* __restrict__ d, int m, int n, int k, float alpha) {
    constexpr int InOne = std::is_same_v<T, Stored> ? 1 : 2;
    a = ct::assume_aligned(a, 16_ic);
    b = ct::assume_aligned(b, 16_ic);
    d = ct::assume_aligned(d, 16_ic);
    int stored = k / InOne, scales = k / Block;
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, stored}}, ct::shape<BM, BK / InOne>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n, stored}}, ct::shape<BN, BK / InOne>{}};
    ct::partition_view vas{ct::tensor_span{a_scale, ct::extents{m, scales}}, ct::shape<BM, BK / Block>{}};
    ct::partition_view vbs{ct::tensor_span{b_scale, ct::extents{n, scales}}, ct::shape<BN, BK / Block>{}};
    ct::partition_view vd{ct::tensor_span{d, ct::extents{m, n}}, ct::shape<BM, BN>{}};

    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK))) {
        // Bytes, since padding of zeros is none for a power of two: the byte 0 is a finite scale, of numbers that are 0.
        auto left_scale = ct::element_bitcast<Scale>(vas.load_masked(i, step));
        auto right_scale = ct::element_bitcast<Scale>(vbs.load_masked(j, step));
        auto left = ct::repack<T>(va.load_masked(i, step), 1_ic);
        auto right = ct::repack<T>(vb.load_masked(j, step), 1_ic);
        acc = ct::scaled_mma(left, left_scale, ct::transpose(right), ct::transpose(right_scale), acc);
    }
    vd.store_masked(acc * alpha, i, j);
}

template __tile_global__ void block_scaled<__nv_fp8_e4m3, __nv_fp8_e4m3, __nv_fp8_e8m0, 32, 32, 32, 64>(
    const __nv_fp8_e4m3* __restrict__, const unsigned char* __restrict__, const __nv_fp8_e4m3* __restrict__,
    const unsigned char* __restrict__, float* __restrict__, int, int, int, float);
template __tile_global__ void block_scaled<__nv_fp4_e2m1, unsigned char, __nv_fp8_e4m3, 16, 32, 32, 64>(
    const unsigned char* __restrict__, const unsigned char* __restrict__, const unsigned char* __restrict__,
    const unsigned char* __restrict__, float* __restrict__, int, int, int, float);
