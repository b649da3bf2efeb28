// case: goto_into_constexpr_if
// spec: [stmt.if]/2 a jump inside of the branch
// accept: jump and label are in one branch
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    if constexpr (sizeof(int) == 4) {
        if (n > 3) goto inside;
        out[0] = 1;
    inside:
        out[1] = 2;
    }
}
