// case: goto_in_loops
// spec: [stmt.goto] [stmt.break] [stmt.cont] jumps back inside a loop keep its break and continue
// arg: out i32[2]
// arg: i32[6] = [3, 0, 2, -1, 4, 4]
// expect: [5, 2]
// note: 3 and 2 are counted down, 0 is skipped before the count, -1 ends the loop
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, const int* data) {
    int sum = 0, rows = 0;
    for (int i = 0; i < 6; ++i) {
        int left = data[i];
    retry:
        if (left < 0) break;
        if (left == 0) {
            if (data[i] == 0) continue;
            ++rows;
            continue;
        }
        ++sum;
        --left;
        goto retry;
    }
    out[0] = sum;
    out[1] = rows;
}
