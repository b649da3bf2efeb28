// case: empty_statements
// spec: [stmt.expr] the null statement
// arg: out i32[1]
// arg: i32 = 5
// expect: [5]
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    ;
    int i = 0;
    while (++i < n);
    for (;;) {
        ;
        break;
    };
    if (i == n);
    else out[0] = -1;
    {}
    out[0] = i;
}
