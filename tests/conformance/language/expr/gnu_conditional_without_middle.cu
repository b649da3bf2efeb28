// case: gnu_conditional_without_middle
// spec: [expr.cond] GNU: `a ?: b` evaluates `a` once and is `a` if that is true
// arg: out i32[8]
// arg: i32 = 6
// expect: [6, 51, 3, 9, 9, 1, 6, 1]
#include "cuda_tile.h"

__tile__ inline int next(int& calls, int value) {
    ++calls;
    return value;
}

struct Maybe {
    int value;
    __tile__ explicit operator bool() const { return value != 3; }
};

extern "C" __tile_global__ void test(int* out, int n) {
    int calls = 0;
    out[0] = next(calls, n) ?: 50;
    out[1] = next(calls, n - 6) ?: next(calls, 51);
    out[2] = calls;
    int zero = n - 6, other = 9;
    out[3] = zero ?: other ?: 3;
    int* none = nullptr;
    out[4] = *(none ?: &other);
    out[5] = sizeof('a' ?: 1L) == sizeof(long);
    out[6] = (Maybe{n} ?: Maybe{1}).value;
    out[7] = (Maybe{n - 3} ?: Maybe{1}).value;
}
