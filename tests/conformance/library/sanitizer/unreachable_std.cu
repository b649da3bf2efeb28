// case: unreachable_std
// spec: 3.1 Undefined Behavior Annex
// ub: rule 31: control must not get there
// arg: inout i32[8] = iota
// arg: i32 = 2
#include "cuda_tile.h"
#include <utility>

extern "C" __tile_global__ void test(int* o, int n) {
    if (n == 2) std::unreachable();
    o[0] = 1;
}
