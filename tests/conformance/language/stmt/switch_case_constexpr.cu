// case: switch_case_constexpr
// spec: [stmt.switch] labels inside statements in constant evaluation
// arg: out i32[4]
// arg: i32 = 13
// expect: [4303, 4403, 4413, 4404]
#include "cuda_tile.h"

constexpr int duff(int n) {
    int sum = 0, rounds = (n + 3) / 4;
    switch (n % 4) {
        int last;
    case 0:
        do {
            sum += 1;
            if (sum < 0) {
    case 3:
                sum += 10;
            }
    case 2:
            last = sum;
            sum += 100;
            [[fallthrough]];
    case 1:
            last = sum;
            sum = last + 1000;
        } while (--rounds > 0);
    }
    return sum;
}

static_assert(duff(1) == 1000);
static_assert(duff(2) == 1100);
static_assert(duff(3) == 1110);
static_assert(duff(4) == 1101);
static_assert(duff(6) == 1100 + 1101);

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = duff(n);
    out[1] = duff(n + 1);
    out[2] = duff(n + 2);
    out[3] = duff(n + 3);
}
