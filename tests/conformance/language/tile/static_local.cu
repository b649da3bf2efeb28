// case: static_local
// spec: [stmt.dcl]/4 a static local keeps its value between calls
// arg: out i32[4]
// arg: i32 = 3
// expect: [10, 13, 16, 0]
// note: `next` and `other` have a `calls` each
#include "cuda_tile.h"

__tile__ int next(int step) {
    static int calls = 10;
    int now = calls;
    calls += step;
    return now;
}
__tile__ int other() {
    static int calls;
    return calls++;
}

extern "C" __tile_global__ void test(int* out, int n) {
    for (int i = 0; i < 3; ++i) out[i] = next(n);
    out[3] = other();
}
