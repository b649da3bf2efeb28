// case: goto_past_initialization
// spec: [stmt.dcl]/3 a jump must not pass an initialisation
// reject: E0526 `value` is initialised in between
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    if (n) goto late;
    int value = n;
late:
    out[0] = 1;
}
