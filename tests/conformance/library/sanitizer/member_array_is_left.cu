// case: member_array_is_left
// spec: 3.1 Undefined Behavior Annex
// ub: rule 10: an index behind the first of two arrays
// arg: i32 = 5
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, int* out) {
    struct Two { int a[4]; int b[4]; };
    Two t{};
    t.b[1] = 7;
    out[0] = t.a[n];
}
