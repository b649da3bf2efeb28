// case: switch_case_in_while
// spec: [stmt.switch] a jump into a while loop and a for loop does not ask for the condition first
// arg: out i32[6]
// arg: i32 = 10
// expect: [0, 151120, 151110, 150006, 151119, 151110]
#include "cuda_tile.h"

__tile__ inline int run(int n, int limit) {
    int i = 0, s = 0;
    switch (n) {
        while (i < limit) {
            s += 1;
            if (s > 40) break;
            ++i;
    case 1:
            s += 10;
            if (s % 3 == 0) continue;
    case 2:
            s += 100;
            ++i;
        }
        s += 1000;
        for (i = 0; i < 3; ++i) {
            s += 3;
    case 3:
            s += 50000;
        }
    }
    return s;
}

extern "C" __tile_global__ void test(int* out, int limit) {
    for (int i = 0; i < 4; ++i) out[i] = run(i, limit);
    out[4] = run(1, limit - 10);
    out[5] = run(2, limit - 8);
}
