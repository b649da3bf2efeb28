// case: declarations_in_conditions
// spec: [stmt.pre] a condition declares a variable, made anew in each round
// arg: out i32[3]
// arg: i32 = 3
// expect: [6, 12, 9]
#include "cuda_tile.h"

struct Cell {
    int value;
    __tile__ explicit operator bool() const { return value > 0; }
};
extern "C" __tile_global__ void test(int* out, int n) {
    int sum = 0, left = n;
    while (int now = left--) sum += now;
    out[0] = sum;
    int total = 0;
    for (int i = n; Cell cell{i}; --i) total += 2 * cell.value;
    out[1] = total;
    if (Cell cell{n * n}) out[2] = cell.value;
    else out[2] = -1;
}
