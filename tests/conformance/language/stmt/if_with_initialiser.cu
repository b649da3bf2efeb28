// case: if_with_initialiser
// spec: [stmt.if] the initialiser is in scope of both branches, and ends with the statement
// arg: out i32[3]
// arg: i32 = 4
// expect: [5, -3, 4]
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    int m = n;
    if (int m = n + 1; m > 4) out[0] = m;
    else out[0] = -m;
    if (int k = n - 1, l = 2; k == l) out[1] = k;
    else out[1] = -k;
    out[2] = m;
}
