// case: switch_case_past_initialization
// spec: [stmt.dcl]/3 a variable without an initialiser may be passed
// accept: the variable is assigned behind the label
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    switch (n) {
    case 0:
        while (n < 5) {
            int twice;
    case 1:
            twice = 2 * n;
            out[n] = twice;
            ++n;
        }
    }
}
