// case: values_pass_through
// spec: 2.15 Assumptions
// arg: i32 = 64
// arg: out i32[5]
// expect: [64, 64, 0, 1, 2]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int n, int* out) {
    int a = ct::assume_divisible(n, 16_ic);
    int b = ct::assume_bounded(n, 0_ic, 100_ic);
    out[0] = a;
    out[1] = b;
    int* aligned = ct::assume_aligned(out, 16_ic);
    auto i = ct::iota<ct::tile<int, ct::shape<2>>>();
    ct::store(aligned + (i + 2), i);
    out[4] = 2;
}
