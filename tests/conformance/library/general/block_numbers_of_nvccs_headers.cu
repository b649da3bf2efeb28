// case: block_numbers_of_nvccs_headers
// spec: 2.1.1 Thread Functions
// grid: 6
// arg: out i32[6]
// expect: [0, 1, 2, 3, 4, 5]
#include "cuda_tile.h"
using namespace cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    int x = detail::bid<0>(), y = detail::bid<1>();
    out[y * detail::num_blocks<0>() + x] = x + 6 * y * detail::num_blocks<1>();
}
