// case: difference_of_two_arrays
// spec: 3.1 Undefined Behavior Annex
// ub: rule 11: two local arrays are two objects
// arg: i32 = 0
// arg: out i64[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, long long* out) {
    int x[4] = {1, 2, 3, 4};
    int y[4] = {5, 6, 7, 8};
    out[0] = &y[n] - &x[n];
}
