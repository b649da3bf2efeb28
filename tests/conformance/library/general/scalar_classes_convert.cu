// case: scalar_classes_convert
// spec: 1.7.2 Scalar Conversions
// arg: i32 = 3
// arg: f64 = 2.75
// arg: out f32[6]
// arg: out i32[5]
// expect: [3, 2.75, 3, 2.75, 2.75, 3]
// expect: [3, 2, 1, 3, 1]
// note: every scalar of a number type converts to every other, explicitly at least; 2.75 is exact in all of them.
#include "cuda_tile.h"
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>

extern "C" __tile_global__ void test(int n, double d, float* f, int* i) {
    auto h = __half(n);
    auto b = static_cast<__nv_bfloat16>(d);
    auto e = __nv_fp8_e4m3(n);
    auto t = (__nv_tf32)static_cast<float>(d);
    f[0] = h;
    f[1] = b;
    f[2] = static_cast<float>(e);
    f[3] = static_cast<float>(t);
    f[4] = static_cast<float>(static_cast<__half>(t));
    f[5] = static_cast<float>(static_cast<__nv_bfloat16>(e));
    i[0] = static_cast<int>(e);
    i[1] = static_cast<int>(t);
    i[2] = e && t;
    i[3] = static_cast<int>(static_cast<double>(e));
    i[4] = !e ? 0 : 1;
}
