// case: const_index_type
// spec: 2.8.1 extents
// refuses: 2.8.1-1
// reject: E0315 the index type has no const and no volatile
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(ct::extents<int const, 4>);
}
