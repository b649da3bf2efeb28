// case: switch_case_in_branches
// spec: [stmt.switch]/7 labels in an if, its else and a block: its condition is not asked
// arg: out i32[8]
// arg: i32 = 1
// expect: [6020, 218, 4018, 8, 7, 20000, 20000, 6020]
#include "cuda_tile.h"

__tile__ inline int choose(int n, int flag) {
    int r = 0;
    switch (n) {
    case 0:
        r += 1;
        if (flag) {
            r += 10;
        case 1:
            r += 100;
        } else {
            r += 1000;
            if (0) {
            default:
                r += 20000;
                break;
            }
        case 2:
            r += 2000;
        }
        r += 5;
        {
            int t;
        case 3:
            t = r;
            r = t * 2 + 1;
        }
    case 4:
        r += 7;
    }
    return r;
}

extern "C" __tile_global__ void test(int* out, int one) {
    for (int i = 0; i < 7; ++i) out[i] = choose(i - one + 1, i & one);
    out[7] = choose(0, one - 1);
}
