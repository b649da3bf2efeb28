// case: const_variables_of_the_host
// spec: [basic.start.static] a constant with a constant initialiser, `constexpr` or not
// arg: out f32[3]
// arg: i32 = 2
// expect: [3.25, 0.75, 5.0]
#include "cuda_tile.h"

const float pi = 3.25f;
const float samples[3] = {0.25f, 0.5f, 0.75f};
struct Pair {
    const float a, b;
};
const Pair pair = {2.0f, 3.0f};

extern "C" __tile_global__ void test(float* out, int n) {
    out[0] = pi;
    out[1] = samples[n];
    out[2] = pair.a + pair.b;
}
