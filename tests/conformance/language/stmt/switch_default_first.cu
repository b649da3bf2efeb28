// case: switch_default_first
// spec: [stmt.switch] the place of `default` does not matter for matching
// grid: 4
// arg: out i32[4]
// expect: [21, 1, 21, 20]
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out) {
    int i = cuda::tiles::bid().x, sum = 0;
    switch (i) {
        default:
            sum += 20;
        case 1:
            sum += 1;
            break;
        case 3: {
            sum = 20;
            break;
        }
    }
    out[i] = sum;
}
