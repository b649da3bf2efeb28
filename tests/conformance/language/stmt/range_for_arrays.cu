// case: range_for_arrays
// spec: [stmt.ranged] arrays by reference, an initialiser, a braced list, nested arrays
// arg: out i32[4]
// arg: i32 = 2
// expect: [12, 18, 21, 6]
// note: (1+2+3)*2, 3 * (1 + 2 + 3), 1+...+6, 1+2+3
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    int values[3] = {1, 2, 3};
    for (int& value : values) value *= n;
    int sum = 0;
    for (const auto& value : values) sum += value;
    out[0] = sum;
    int scaled = 0;
    for (int factor = n + 1; int value : {1, 2, 3}) scaled += factor * value;
    out[1] = scaled;
    int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int all = 0;
    for (auto& row : grid)
        for (int value : row) all += value;
    out[2] = all;
    struct Pair {
        int a, b;
    };
    Pair pairs[2] = {{1, 2}, {n, 1}};
    int parts = 0;
    for (auto [a, b] : pairs) parts += a + b;
    out[3] = parts;
}
