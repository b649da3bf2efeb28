// case: goto_backward
// spec: [stmt.goto] a jump back makes a loop
// arg: out i32[2]
// arg: i32 = 27
// expect: [111, 9232]
// note: the Collatz sequence of 27 takes 111 steps and reaches 9232
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    int steps = 0, top = n;
again:
    if (n != 1) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        if (n > top) top = n;
        ++steps;
        goto again;
    }
    out[0] = steps;
    out[1] = top;
}
