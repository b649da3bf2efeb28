// case: goto_into_block
// spec: [stmt.goto] the label before the loop
// accept: a jump to a block around
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    if (n) goto before;
    out[0] = 1;
before:
    while (n < 5) {
        ++n;
    }
    out[0] = n;
}
