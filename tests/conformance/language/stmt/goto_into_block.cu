// case: goto_into_block
// spec: [stmt.goto] a jump into a loop and into a branch: the condition is not asked
// arg: out i32[6]
// arg: i32 = 1
// expect: [1285, 205, 45115, 88, 79, 5009]
#include "cuda_tile.h"

__tile__ inline int run(int n, int way) {
    int trace = 0;
    if (way == 1) goto in_loop;
    if (way == 2) goto in_branch;
    trace = 1;
    while (n < 5) {
        trace = trace * 3 + 1;
    in_loop:
        ++n;
    }
    if (n > 100) {
        trace += 1000;
    in_branch:
        trace += 500;
        if (n++ < 3) goto in_loop;
    } else {
        trace += 7;
    }
    return trace * 10 + n;
}

extern "C" __tile_global__ void test(int* out, int one) {
    for (int i = 0; i < 3; ++i) {
        out[i] = run(one, i);
        out[3 + i] = run(one * 8, i);
    }
}
