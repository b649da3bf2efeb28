// case: fp16_functions
// spec: tile: 1.4 functions of half and bfloat16
// arg: f32[4] = [2.0, -3.0, nan, 0.25]
// arg: out f32[24]
// expect: [-1.0, 5.0, -6.0, -0.6666667, -5.75, 3.0, 2.0, -3.0, 2.0, nan, 0.0, 1.0, 0.0, 1.4142135, 0.5, 7.3890561, 4.0, 1.0, 0.9092974, -0.4161468, 0.9640276, 2.0, 1.0, 0.7071068]
// compare: rel 4e-3
// note: rounded once to nearest even; 2^-8 bounds the error of bfloat16
#include <cuda_fp16.h>
#include <cuda_bf16.h>

template <class T> __tile__ float part(float const* x, float* out) {
    T a = x[0], b = x[1], none = x[2], quarter = x[3];
    out[0] = __hadd(a, b);
    out[1] = __hsub(a, b);
    out[2] = __hmul(a, b);
    out[3] = __hdiv(a, b);
    out[4] = __hfma(a, b, quarter);
    out[5] = __habs(b);
    out[6] = __hmax(a, none);
    out[7] = __hmin(b, a);
    out[8] = __hmax_nan(b, a);
    out[9] = __hmin_nan(b, none);
    out[10] = __hfma_relu(a, b, quarter);
    out[11] = __hadd_sat(a, a);
    return out[12] = __hsub_sat(none, a);
}

extern "C" __tile_global__ void test(float const* x, float* out) {
    part<__half>(x, out);
    float other[13];
    part<__nv_bfloat16>(x, other);
    for (int i = 0; i < 13; ++i)
        if (i != 9 && i != 3 && other[i] != out[i])
            out[i] = 1000;
    __half a = x[0];
    out[13] = hsqrt(a);
    out[14] = hrcp(a);
    out[15] = hexp(a);
    out[16] = hexp2(a);
    out[17] = hlog2(a);
    out[18] = hsin(a);
    out[19] = hcos(a);
    out[20] = htanh(a);
    out[21] = hfloor(__half(2.75f));
    out[22] = hceil(__half(x[3]));
    out[23] = hrsqrt(a);
}
