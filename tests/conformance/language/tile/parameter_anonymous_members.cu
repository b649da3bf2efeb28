// case: parameter_anonymous_members
// spec: [class.union.anon] members of anonymous structures and unions in an argument
// arg: out f32[3]
// arg: struct = {i32 = 6, f32 = 0.5, f32 = 3, i32 = 4}
// expect: [3, 12, 6]
#include "cuda_tile.h"

struct Args {
    int n;
    union {
        struct {
            float x, y;
        };
        float both[2];
    };
    int m;
};
extern "C" __tile_global__ void test(float* out, Args a) {
    out[0] = a.n * a.x;
    out[1] = a.y * a.m;
    out[2] = a.both[1] * 2;
}
