// case: members_copied_as_they_are
// spec: 3.1 Undefined Behavior Annex
// arg: i32 = 3
// arg: out i32[1]
// expect: [3]
// note: a copy of a class may hold members without a value
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, int* out) {
    struct Pair { int a; int b; };
    Pair p;
    p.a = n;
    Pair q = p;
    out[0] = q.a;
}
