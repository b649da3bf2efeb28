// case: switch_return_and_break
// spec: [stmt.switch] [stmt.return] a branch that returns or breaks, and code behind it
// grid: 4
// arg: out i32[4]
// expect: [1, 102, 3, 100]
// note: what follows the inner `if` runs for neither the return nor the break
#include "cuda_tile.h"

__tile__ int choose(int i) {
    int value = 0;
    switch (i < 3) {
        case true:
            if (i != 1) {
                if (i == 0) return 1;
                value = 2;
                return value + 1;
            } else {
                value = 2;
                break;
            }
            value = 50;
    }
    return value + 100;
}
extern "C" __tile_global__ void test(int* out) {
    int i = cuda::tiles::bid().x;
    out[i] = choose(i);
}
