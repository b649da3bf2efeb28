// case: const_index_type
// spec: 2.8.1 extents
// accept: without const and volatile
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(ct::extents<int, 4>);
    out[1] = sizeof(ct::extents<long, 4>);
}
