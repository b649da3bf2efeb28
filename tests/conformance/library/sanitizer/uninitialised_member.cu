// case: uninitialised_member
// spec: 3.1 Undefined Behavior Annex
// ub: rule 15: a member that the initialisation left out
// arg: i32 = 3
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, int* out) {
    struct Pair { int a; int b; };
    Pair p;
    p.a = n;
    out[0] = p.a + p.b;
}
