// case: label_twice
// spec: [stmt.label] a label is declared once in a function
// reject: E0527 a second label of the name
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
again:
    ++n;
again:
    out[0] = n;
}
