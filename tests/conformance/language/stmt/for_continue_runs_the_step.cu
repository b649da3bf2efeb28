// case: for_continue_runs_the_step
// spec: [stmt.for] `continue` evaluates the third part
// arg: out i32[2]
// arg: i32 = 10
// expect: [25, 10]
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    int sum = 0, steps = 0;
    for (int i = 0; i < n; ++i, ++steps) {
        if (i % 2 == 0) continue;
        sum += i;
    }
    out[0] = sum;
    out[1] = steps;
}
