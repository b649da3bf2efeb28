// case: const_values
// spec: 2.14 Ranges
// refuses: 2.14.1-1 2.14.2-1 2.14.3-1
// reject: E0315 E0315 values and positions change
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(ct::irange<int const>);
    out[1] = sizeof(ct::irange_iterator<long const>);
}
