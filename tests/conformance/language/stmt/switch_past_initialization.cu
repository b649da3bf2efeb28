// case: switch_past_initialization
// spec: [stmt.dcl]/3 a `case` must not pass an initialisation
// reject: E0526 `value` is initialised in between
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    switch (n) {
        case 0:
            int value = 5;
            out[0] = value;
            break;
        case 1:
            out[0] = 1;
    }
}
