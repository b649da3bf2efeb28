// case: continue_in_switch_only
// spec: [stmt.cont] a `continue` is in a loop
// reject: E0518 a switch is not a loop
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    switch (n) {
        case 1: continue;
    }
    out[0] = n;
}
