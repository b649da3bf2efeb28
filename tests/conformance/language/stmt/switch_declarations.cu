// case: switch_declarations
// spec: [stmt.switch] a variable declared before the first label is in scope of all groups
// grid: 3
// arg: out i32[3]
// expect: [1, 4, 9]
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out) {
    int i = cuda::tiles::bid().x;
    switch (int key = i + 1; key) {
        int square;
        case 1:
            square = 1;
            out[i] = square;
            break;
        case 2:
            square = key * key;
            out[i] = square;
            break;
        default:
            square = 9;
            out[i] = square;
    }
}
