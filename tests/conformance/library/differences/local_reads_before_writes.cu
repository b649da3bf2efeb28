// case: local_reads_before_writes
// spec: 1.10 Memory Model, [intro.execution]
// arg: i32 = 6
// arg: out i32[3]
// expect: [91, 7, 98]
// note: 1 + 4 + 9 + 16 + 25 + 36, then the elements are overwritten.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, int* out) {
    int v[6] = {1, 2, 3, 4, 5, 6};
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += v[i] * v[i];
    for (int i = 0; i < n; ++i) v[i] = 7;
    out[0] = sum;
    out[1] = v[n - 1];
    out[2] = sum + v[0];
}
