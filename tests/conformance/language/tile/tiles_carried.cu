// case: tiles_carried
// spec: tile: 1.6 tiles changed in nested loops with break and continue
// arg: out i32[4]
// arg: i32 = 4
// expect: [9, 10, 11, 12]
// note: j runs 0, 2, 3 (1 is skipped): i = 0 adds three times 1, i = 1 the same, i = 2 too; i = 3 leaves
#include "cuda_tile.h"

namespace ct = cuda::tiles;
extern "C" __tile_global__ void test(int* out, int n) {
    auto index = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto acc = index;
    for (int i = 0; i < n; ++i) {
        if (i == 3) break;
        int j = -1;
        while (true) {
            if (++j == n) break;
            if (j == 1) continue;
            acc = acc + 1;
        }
    }
    ct::store(out + index, acc);
}
