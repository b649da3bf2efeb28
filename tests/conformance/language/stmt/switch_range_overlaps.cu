// case: switch_range_overlaps
// spec: [stmt.switch]/2 no two labels of a switch have a value in common
// reject: E0519 5 is in both ranges
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    switch (n) {
    case 1 ... 5: out[0] = 1; break;
    case 9: out[0] = 2; break;
    case 5 ... 8: out[0] = 3; break;
    }
}
