// case: parameter_nested
// spec: [class.mem] members lie in their order, each at a multiple of its alignment
// arg: out f64[6]
// arg: struct = {i8 = 1, struct = {i16 = -2, i8 = 3}, f64 = 0.5, struct = {f32 = 1.5, f32 = 2.5, f32 = 4}, u8 = 200}
// expect: [1, -2, 3, 0.5, 5.5, 200]
#include "cuda_tile.h"

struct Small {
    short a;
    signed char b;
};
struct Outer {
    signed char first;
    Small small;
    double number;
    float weights[3];
    unsigned char last;
};
static_assert(sizeof(Outer) == 32 && alignof(Outer) == 8);
extern "C" __tile_global__ void test(double* out, Outer o) {
    out[0] = o.first;
    out[1] = o.small.a;
    out[2] = o.small.b;
    out[3] = o.number;
    out[4] = o.weights[0] + o.weights[2];
    out[5] = o.last;
}
