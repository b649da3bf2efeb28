// case: for_without_parts
// spec: [stmt.for] every part may be missing
// arg: out i32[2]
// arg: i32 = 6
// expect: [6, 3]
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    int i = 0;
    for (;;) {
        if (i == n) break;
        ++i;
    }
    out[0] = i;
    int low = 0;
    for (int high = n; low < high; ++low, --high) {
    }
    out[1] = low;
}
