// case: case_outside_switch
// spec: [stmt.label] a `case` is in a switch
// reject: E0518 there is no switch
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    case 1:
    out[0] = n;
}
