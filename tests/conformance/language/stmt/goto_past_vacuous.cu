// case: goto_past_vacuous
// spec: [stmt.dcl]/3 a variable without initialiser may be passed
// arg: out i32[2]
// arg: i32 = 1
// expect: [7, 14]
#include "cuda_tile.h"

__tile__ int pick(bool skip) {
    if (skip) goto late;
    int value;
    value = 3;
late:
    value = skip ? 7 : value + 11;
    return value;
}
extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = pick(n == 1);
    out[1] = pick(n == 2);
}
