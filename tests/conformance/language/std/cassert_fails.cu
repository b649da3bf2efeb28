// case: cassert_fails
// spec: [assertions.assert]
// arg: i32 = 5
// arg: out i32[1]
// ub: the assertion fails
#include <cassert>

extern "C" __tile_global__ void test(int n, int* out) {
    assert(n == 4);
    *out = n;
}
