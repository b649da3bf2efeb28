// case: likely_and_assume
// spec: [stmt.label] attributes of statements, `__builtin_assume`, `__builtin_unreachable`
// arg: out i32[2]
// arg: i32 = 6
// expect: [12, 3]
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    __builtin_assume(n > 0);
    if (n > 3) [[likely]] {
        out[0] = 2 * n;
    } else [[unlikely]] {
        out[0] = 0;
    }
    switch (n) {
        [[likely]] case 6:
            out[1] = 3;
            break;
        default:
            __builtin_unreachable();
    }
}
