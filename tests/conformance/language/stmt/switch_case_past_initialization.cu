// case: switch_case_past_initialization
// spec: [stmt.dcl]/3 a case inside a block behind an initialised variable
// reject: E0526 the jump passes the initialisation
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    switch (n) {
    case 0:
        while (n < 5) {
            int twice = 2 * n;
    case 1:
            out[n] = twice;
            ++n;
        }
    }
}
