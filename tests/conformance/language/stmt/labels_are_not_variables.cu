// case: labels_are_not_variables
// spec: [stmt.label] labels have a name space of their own
// arg: out i32[1]
// arg: i32 = 4
// expect: [5]
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    int done = n;
    if (done == 4) goto done;
    done = 100;
done:
    out[0] = done + 1;
}
