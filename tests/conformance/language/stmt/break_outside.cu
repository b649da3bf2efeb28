// case: break_outside
// spec: [stmt.break] a `break` is in a loop or a switch
// reject: E0518 there is nothing to leave
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    if (n) break;
    out[0] = n;
}
