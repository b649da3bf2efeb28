// case: local_arrays
// spec: tile: 1.2 local arrays, indexed at run time, written and read
// arg: out i32[4]
// arg: i32 = 2
// expect: [4, 9, 30, 1]
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    int squares[6];
    for (int i = 0; i < 6; ++i) squares[i] = i * i;
    out[0] = squares[n];
    squares[n] += 5;
    int* p = squares + n;
    out[1] = *p;
    int grid[3][4] = {};
    grid[n][n - 1] = 30;
    out[2] = grid[2][1] + grid[n - 1][n];
    bool flags[4] = {false, true};
    out[3] = flags[n - 1];
}
