// case: switch_case_in_constexpr_if
// spec: [stmt.if]/2 a label in an if constexpr belongs to a switch inside of it
// reject: E0525 the switch is around the if
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    switch (n) {
    case 0:
        if constexpr (sizeof(int) == 4) {
    case 1:
            out[0] = 1;
        }
    }
}
