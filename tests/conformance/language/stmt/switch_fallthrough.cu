// case: switch_fallthrough
// spec: [stmt.switch] control goes on from label to label, `default` in the middle
// grid: 6
// arg: out i32[6]
// expect: [111, 11, 1, 1011, 1011, 5]
// note: case 0 adds 100, falls to 1 (+10), to 2 (+1); default adds 1000 and falls to 1
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out) {
    int i = cuda::tiles::bid().x, sum = 0;
    switch (i) {
        case 0:
            sum += 100;
            [[fallthrough]];
        case 1:
            sum += 10;
        case 2:
            sum += 1;
            break;
        default:
            sum += 1011;
            break;
        case 5:
            sum = 5;
    }
    out[i] = sum;
}
