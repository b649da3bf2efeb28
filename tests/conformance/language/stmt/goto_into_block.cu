// case: goto_into_block
// spec: [stmt.goto] tile code is structured: no jump into a block
// reject: E0525 the label is in a loop
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    if (n) goto inside;
    for (int i = 0; i < 4; ++i) {
        out[i] = 1;
    }
    while (n < 5) {
    inside:
        ++n;
    }
    out[0] = n;
}
