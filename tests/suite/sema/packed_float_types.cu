//@ run: cpu emulator
//@ arg out: out i32[16]
//@ expect out = 1 1 2 1 2 4 2 4 19 3 1 77 0 1 4 0
//@ flags: --cuda-version=13.3
// The floating point types of four and six bits, the scales of eight and the vectors of eight bits are storage in the tile
// code of CUDA 13.3: they are stored, copied and passed, and are not elements of tiles.
#include <cuda_fp4.h>
#include "cuda_tile.h"
#include <cuda_fp6.h>
#include <cuda_fp8.h>
namespace ct = cuda::tiles;

struct Block {
    __nv_fp4x4_e2m1 values[4];
    __nv_fp8_e8m0 scale;
};

static_assert(!ct::scalar<__nv_fp4_e2m1> && !ct::scalar<__nv_fp6_e3m2> && !ct::scalar<__nv_fp8_e8m0>);
static_assert(__is_trivially_copyable(__nv_fp6x4_e2m3) && __is_trivially_constructible(__nv_fp4_e2m1));
static_assert(!__is_aggregate(__nv_fp4_e2m1) && __is_same(decltype(__nv_fp6x4_e2m3::__x), unsigned int));
static_assert(__is_constructible(__nv_fp4_e2m1, float) && !__is_convertible(float, __nv_fp4_e2m1));
static_assert(__is_constructible(__nv_fp8x2_e4m3, float2) && __is_constructible(float4, __nv_fp6x4_e3m2));

__host__ __device__ float simt(__nv_fp4_e2m1 x, __nv_fp8_interpretation_t = __NV_E5M2) {
    return float(x) + float(__nv_fp6_e2m3(1.0f));
}

template <class T> __tile__ T copy(T x) {
    T y = x;
    return y;
}

__tile_global__ void kernel(int* out) {
    __nv_fp4_e2m1 four;
    four.__x = 19;
    __nv_fp6x2_e3m2 six{};
    six.__x = 77;
    Block block{};
    block.scale.__x = 3;
    int sizes[] = {sizeof(__nv_fp4_e2m1),   sizeof(__nv_fp4x2_e2m1), sizeof(__nv_fp4x4_e2m1), sizeof(__nv_fp6_e2m3),
                   sizeof(__nv_fp6x2_e2m3), sizeof(__nv_fp6x4_e2m3), sizeof(__nv_fp8x2_e8m0), sizeof(__nv_fp8x4_e5m2)};
    for (int i = 0; i < 8; i++)
        out[i] = sizes[i];
    out[8] = copy(four).__x;
    out[9] = copy(block).scale.__x;
    out[10] = alignof(__nv_fp8_e8m0);
    out[11] = copy(six).__x;
    out[12] = __NV_E2M1;
    out[13] = __NV_E3M2;
    out[14] = alignof(__nv_fp6x4_e3m2);
    out[15] = copy(block).values[3].__x;
}
