// case: restrict_tile_twin
// spec: 3.1 Undefined Behavior Annex
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [4, 5, 6, 7, 4, 5, 6, 7]
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ void f(int* __restrict__ a, int* __restrict__ b) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::store(a + i, ct::load(b + i));
}
extern "C" __tile_global__ void test(int* o, int n) { f(o, o + 4); }
