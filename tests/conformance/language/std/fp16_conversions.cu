// case: fp16_conversions
// spec: tile: 1.7.2 scalar conversions of half and bfloat16
// arg: f32[4] = [2049.0, -0.75, 70000.0, 3.99]
// arg: i32 = 2049
// arg: out i32[11]
// arg: out f32[6]
// expect: [2048, 0, 3, 255, -128, 65536, 2147483647, 0, 1, 15360, 48896]
// expect: [2048.0, 70144.0, 2048.0, 0.1, -1.5, 1.0]
// compare: exact; rel 5e-4
// note: half has 11 significant bits, bfloat16 8; 2049 lies between 2048 and 2050 and goes to even; the _rz functions saturate
#include <cuda_fp16.h>
#include <cuda_bf16.h>

extern "C" __tile_global__ void test(float const* x, int n, int* out, float* outf) {
    __half h = n;
    out[0] = h;
    out[1] = __half2int_rz(__float2half(x[1]));
    out[2] = __half2int_rz(x[3]);
    out[3] = __half2uchar_rz(__int2half_rn(n));
    out[4] = __half2char_rz(__ushort2half_rn(65000) * __half(-1));
    out[5] = __bfloat162ull_rz(__ll2bfloat16_rn(65500));
    out[6] = __half2int_rz(__float2half(x[2]));
    out[7] = (int)(bool)__half(0.0f);
    out[8] = __half(x[1]) ? 1 : 2;
    out[9] = __half_as_ushort(__half(1));
    out[10] = __bfloat16_as_ushort(__nv_bfloat16(-0.5));
    outf[0] = __half2float(h);
    outf[1] = __bfloat162float(__float2bfloat16_rn(x[2]));
    outf[2] = __nv_bfloat16(h);
    outf[3] = __half(0.1);
    outf[4] = __ushort_as_half(0xbe00);
    outf[5] = __short_as_bfloat16(0x3f80);
}
