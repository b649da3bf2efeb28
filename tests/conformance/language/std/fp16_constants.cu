// case: fp16_constants
// spec: tile: 1.4 half and bfloat16 in constant expressions
// arg: out f32[4]
// expect: [0.5, 6.5, 1.0, 256.0]
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <type_traits>

static_assert(__half(2049) == __half(2048) && float(__half(0.1f)) != 0.1f && float(__half(65520.0)) > 1e38f);
static_assert(__nv_bfloat16(257) == __nv_bfloat16(256) && int(__nv_bfloat16(-3.9f)) == -3);
static_assert(__half_as_ushort(__half(-2.0f)) == 0xc000 && __hfma(__half(3), __half(4), __half(5)) == __half(17));
static_assert(hsqrt(__half(4)) == __half(2) && hfloor(__half(-0.5f)) == __half(-1) && __habs(__half(-1)) == __half(1));
static_assert(float(__nv_fp8_e4m3(1.0f)) == 1.0f && float(__nv_fp8_e5m2(__half(1.5f))) == 1.5f);
static_assert(std::is_same_v<half, __half> && std::is_same_v<decltype(__half(1) + __half(1)), __half>);

template <__half H> struct constant {
    static constexpr float value = H;
};
constexpr __half table[] = {0.5f, 1.5, 2, 3u};
constexpr __half sum() {
    __half s = 0;
    for (__half h : table)
        s += h;
    return s++ + __half(-0.5f);
}

extern "C" __tile_global__ void test(float* out) {
    out[0] = table[0];
    out[1] = sum();
    out[2] = constant<__half(1.0f)>::value;
    out[3] = constant<__half(256)>::value;
}
