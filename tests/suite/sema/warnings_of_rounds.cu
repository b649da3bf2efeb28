//@ check
// Elements that an array does not have, in rounds of a loop that counts between constants.
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void rounds(int* p, int n) {
    int of[4] = {}, table[2][3] = {};
    for (int t = 0; t <= 4; ++t) p[t] = of[t]; //~ warning[E0577]: index 4 is outside: `of` has 4 elements
    for (int t = 3; t >= 0; --t) p[t] = of[t - 1]; //~ warning[E0577]: index -1 is outside: `of` has 4 elements
    for (int t = 0; t < 6; t += 2) p[t] = of[t]; //~ warning[E0577]: index 4 is outside: `of` has 4 elements
    for (int t : ct::irange(0, 5)) p[t] += of[t]; //~ warning[E0577]: index 4 is outside: `of` has 4 elements
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j <= 3; ++j) p[i] += table[i][j]; //~ warning[E0577]: index 3 is outside: `table[i]` has 3 elements
    for (int t = 0; t < 8; ++t) if (t < n) p[t] = of[t];
    for (int t = 0; t < 8; ++t) p[t] += t < 4 ? of[t] : 0;
    for (int t = 0; t < 8; ++t) {
        if (t == n) break;
        p[t] = of[t];
    }
    for (int t = 0; t < 8; ++t) p[t] += of[t++ / 2];
    for (int t = 0; t < 4; ++t) p[t] += of[t] + of[3 - t];
    for (int t = 0; t < 8; ++t) for (int u = 0; u < n; ++u) p[t] += of[t];
    for (int t = 0; t < n; ++t) p[t] += of[t];
    for (int t : ct::irange(0, 4)) p[t] += of[t];
}
