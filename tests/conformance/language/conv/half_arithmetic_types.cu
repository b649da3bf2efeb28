// case: half_arithmetic_types
// spec: [expr.arith.conv], tile: 1.4
// arg: f32 = 1.5
// arg: out f32[3]
// expect: [3.0, 3.0, 0.5]
#include "cuda_fp16.h"
#include "cuda_bf16.h"
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
static_assert(same<decltype(__half() + __half()), __half>);
static_assert(same<decltype(-__half()), __half>);

extern "C" __tile_global__ void test(float x, float* out) {
    __half h = __half(x);
    __nv_bfloat16 b = __nv_bfloat16(x);
    out[0] = static_cast<float>(h + h);
    out[1] = static_cast<float>(b + b);
    out[2] = static_cast<float>(h - __half(1.0f));
}
