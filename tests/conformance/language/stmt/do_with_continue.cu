// case: do_with_continue
// spec: [stmt.do] [stmt.cont] `continue` goes to the condition
// arg: out i32[2]
// arg: i32 = 5
// expect: [9, 5]
// note: rounds 1 to 5; the odd ones 1 + 3 + 5 are added
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    int i = 0, sum = 0;
    do {
        ++i;
        if (i % 2 == 0) continue;
        sum += i;
    } while (i < n);
    out[0] = sum;
    out[1] = i;
}
