// case: switch_duplicate_case
// spec: [stmt.switch] no two labels have the same value
// reject: E0519 the value occurs twice
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    switch (n) {
        case 1: out[0] = 1; break;
        case 2 - 1: out[0] = 2; break;
    }
}
