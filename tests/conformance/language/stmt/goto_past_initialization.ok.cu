// case: goto_past_initialization
// spec: [stmt.dcl]/3 a block that ends before the label
// accept: the variable is not in scope at the label
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    if (n) goto late;
    {
        int value = n;
        out[0] = value;
    }
late:
    out[0] = 1;
}
