// case: fp16_comparisons
// spec: tile: 1.4 comparisons of half and bfloat16
// arg: f32[3] = [1.0, 2.0, nan]
// arg: out i32[6]
// expect: [22, 49, 2, 16256, 1, -1]
// note: a NaN is ordered with nothing; the functions with a u are true for it
#include <cuda_fp16.h>

template <class T> __tile__ int all(T a, T b) {
    int r = 0, bit = 1;
    for (bool holds : {a == b, a != b, a < b, a > b, a <= b, a >= b}) {
        r += holds ? bit : 0;
        bit *= 2;
    }
    return r;
}

extern "C" __tile_global__ void test(float const* x, int* out) {
    __half a = x[0], b = x[1], none = x[2];
    out[0] = all(a, b);
    out[1] = all(b, b);
    out[2] = all(none, b);
    bool const yes[] = {__hequ(none, b), __hneu(none, b), __hltu(none, b), __hleu(none, b), __hgtu(none, b), __hgeu(none, b), __hisnan(none)};
    bool const no[] = {__heq(none, b), __hne(none, b), __hlt(none, b), __hle(none, b), __hgt(none, b), __hge(none, b), __hisnan(a)};
    int bits = 0;
    for (int i = 0; i < 7; ++i)
        bits += (yes[i] ? 1 << (i + 7) : 0) + (no[i] ? 1 << i : 0);
    out[3] = bits;
    out[4] = __hisinf(__half(1e6f));
    out[5] = __hisinf(-__half(1e6f));
}
