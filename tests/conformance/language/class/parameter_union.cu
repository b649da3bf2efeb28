// case: parameter_union
// spec: [class.union] the member of a union that the host has set, by a tag
// grid: 2
// arg: out f32[2]
// arg: struct = {i32 = 1, f32 = 2.5}
// arg: struct = {i32 = 0, i32 = 7}
// expect: [2.5, 7]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
struct Number {
    int is_float;
    union {
        int i;
        float f;
    };
    __tile__ float value() const { return is_float ? f : static_cast<float>(i); }
};
extern "C" __tile_global__ void test(float* out, Number a, Number b) {
    unsigned x = ct::bid().x;
    out[x] = x == 0 ? a.value() : b.value();
}
