// case: goto_into_constexpr_if
// spec: [stmt.if]/2 a label in an if constexpr is jumped to from inside only
// reject: E0525 the jump comes from outside
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    if (n > 3) goto inside;
    if constexpr (sizeof(int) == 4) {
        out[0] = 1;
    inside:
        out[1] = 2;
    }
}
