// case: parameter_that_only_moves
// spec: [class.temporary]/3 a deleted copy constructor does not count
// arg: out i32[1]
// arg: struct = {i32 = 3, i32 = 4}
// expect: [7]
#include "cuda_tile.h"

struct Unique {
    int a, b;
    Unique(const Unique&) = delete;
    Unique(Unique&&) = default;
};
extern "C" __tile_global__ void test(int* out, Unique u) { out[0] = u.a + u.b; }
