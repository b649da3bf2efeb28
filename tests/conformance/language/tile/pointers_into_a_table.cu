// case: pointers_into_a_table
// spec: [expr.add] [expr.eq] pointers to elements of one table
// arg: out i32[4]
// arg: i32 = 1
// expect: [30, 1, 1, 2]
#include "cuda_tile.h"

constexpr int table[4] = {10, 20, 30, 40};

extern "C" __tile_global__ void test(int* out, int n) {
    const int* p = &table[1];
    out[0] = p[n];
    out[1] = p == table + 1;
    const int* q = table + 3;
    out[2] = q > p;
    out[3] = static_cast<int>(q - p);
}
