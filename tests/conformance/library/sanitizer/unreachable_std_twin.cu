// case: unreachable_std_twin
// spec: 3.1 Undefined Behavior Annex
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [1, 1, 2, 3, 4, 5, 6, 7]
#include "cuda_tile.h"
#include <utility>

extern "C" __tile_global__ void test(int* o, int n) {
    if (n == 3) std::unreachable();
    o[0] = 1;
}
