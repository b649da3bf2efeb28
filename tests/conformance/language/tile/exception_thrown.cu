// case: exception_thrown
// spec: tile: 1.2 tile code has no exceptions
// reject: E0550 `throw`
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    if (n < 0) throw n;
    out[0] = n;
}
