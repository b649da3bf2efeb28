// case: switch_in_switch_labels
// spec: [stmt.switch]/5 a label belongs to the innermost switch; a jump may pass the head of another
// arg: out i32[12]
// arg: i32 = 0
// expect: [20021, 22216, 22109, 20016, 20007, 20007, 20000, 20007, 7, 7, 7, 7]
#include "cuda_tile.h"

__tile__ inline int pick(int a, int b) {
    int r = 0, i = 0;
    switch (a) {
    case 0:
        r = 1;
        switch (b) {
        case 0:
            r += 10;
            break;
        case 1:
            for (; i < 3; ++i) {
                r += 100;
        case 2:
                r += 1000;
                if (i == 1) break;
            }
        default:
            r += 5;
        }
        r += 3;
    case 1:
        r += 20000;
        if (b == 2) break;
    default:
        r += 7;
    }
    return r;
}

extern "C" __tile_global__ void test(int* out, int zero) {
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 4; ++b) out[4 * a + b] = pick(a + zero, b - zero);
}
