// case: switch_nested
// spec: [stmt.switch] `break` leaves the innermost, `continue` goes to the loop
// arg: out i32[2]
// arg: i32[5] = [0, 1, 2, 3, 1]
// expect: [1113, 2]
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, const int* data) {
    int sum = 0, skipped = 0;
    for (int i = 0; i < 5; ++i) {
        switch (data[i]) {
            case 0:
                switch (i) {
                    case 0: sum += 1000; break;
                    default: sum += 5000; break;
                }
                sum += 100;
                break;
            case 1:
                ++skipped;
                continue;
            case 2: sum += 10; break;
            default: sum += 2; break;
        }
        sum += data[i] == 0 ? 1 : 0;
        sum += data[i] == 3 ? 0 : 0;
    }
    out[0] = sum;
    out[1] = skipped;
}
