// case: cassert_holds
// spec: [assertions.assert]
// arg: i32 = 4
// arg: out i32[2]
// expect: [4, 1]
#include <cassert>

extern "C" __tile_global__ void test(int n, int* out) {
    assert(n == 4);
    static_assert((assert(sizeof(int) == 4), true));
    out[0] = (assert(n > 0 && "positive"), n);
#define NDEBUG
#include <cassert>
    assert(this is not an expression);
    out[1] = 1;
}
