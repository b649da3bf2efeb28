// case: switch_case_in_loop
// spec: [stmt.switch] labels in a loop inside of the switch: Duff's device
// arg: out i32[24]
// arg: i32[24] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4]
// arg: i32 = 19
// expect: [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, -1, -1, -1, -1, -1]
#include "cuda_tile.h"

__tile__ inline void copy(int* to, int const* from, int count) {
    int rounds = (count + 7) / 8;
    switch (count % 8) {
    case 0:
        do {
            *to++ = *from++;
    case 7:
            *to++ = *from++;
    case 6:
            *to++ = *from++;
    case 5:
            *to++ = *from++;
    case 4:
            *to++ = *from++;
    case 3:
            *to++ = *from++;
    case 2:
            *to++ = *from++;
    case 1:
            *to++ = *from++;
        } while (--rounds > 0);
    }
}

extern "C" __tile_global__ void test(int* out, int const* in, int n) {
    for (int i = 0; i < 24; ++i) out[i] = -1;
    copy(out, in, n);
}
