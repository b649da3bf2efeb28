// case: switch_past_initialization
// spec: [stmt.switch] a group with a block of its own
// accept: the variable is in a block
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    switch (n) {
        case 0: {
            int value = 5;
            out[0] = value;
            break;
        }
        case 1:
            out[0] = 1;
    }
}
