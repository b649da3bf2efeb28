// case: label_undefined
// spec: [stmt.label] a `goto` names a label of its function
// reject: E0527 no such label
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    if (n) goto nowhere;
    out[0] = 1;
}
