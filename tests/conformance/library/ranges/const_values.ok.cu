// case: const_values
// spec: 2.14 Ranges
// accept: without const and volatile
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(ct::irange<int>);
    out[1] = sizeof(ct::irange_iterator<long>);
}
