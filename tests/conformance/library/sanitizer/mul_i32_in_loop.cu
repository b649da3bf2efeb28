// case: mul_i32_in_loop
// spec: 3.1 Undefined Behavior Annex
// ub: rule 1: the product grows beyond int in the last turn
// arg: i32 = 70000
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, int* out) {
    int x = 1;
    for (int i = 0; i < 2; i++)
        x = x * n;
    out[0] = x;
}
