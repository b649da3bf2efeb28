// case: example_basic_kernel
// spec: 1.1 Header and Namespace (example)
// grid: 3
// arg: i32[3] = [1, 2, -3]
// arg: i32[3] = [10, 20, 30]
// arg: out i32[3]
// expect: [11, 22, 27]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* a, int* b, int* c) {
    auto idx = ct::bid().x;

    c[idx] = ct::add(a[idx], b[idx]);
}
