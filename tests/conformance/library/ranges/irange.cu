// case: irange
// spec: 2.14.3 irange
// arg: i32 = 10
// arg: out i32[6]
// expect: [45, 18, 4, 0, 1, 7]
// note: 0 + .. + 9; 0 + 3 + 6 + 9; ceil(10 / 3) values; none from 5 below 5.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, int* out) {
    int s = 0;
    for (int i : ct::irange(0, n)) s += i;
    out[0] = s;
    s = 0;
    for (int i : ct::irange(0, n, 3)) s += i;
    out[1] = s;
    ct::irange range(0, n, 3);
    out[2] = static_cast<int>(range.size());
    s = 0;
    for (int i : ct::irange(5, 5)) s += i + 1;
    out[3] = s;
    out[4] = ct::irange(5, 5).empty();
    int last = 0;
    for (int i : range) {
        if (i == 6) continue;
        last = i;
        if (i == 9) last = 7;
    }
    out[5] = last;
}
