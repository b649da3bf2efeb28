// case: stride_of_no_dimension
// spec: 3.1 Undefined Behavior Annex
// ub: rule 21: stride of a dimension that is not below the rank
// arg: u64 = 2
// arg: out u64[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(unsigned long long i, unsigned long long* out) {
    ct::layout_right_mapping m{ct::extents<unsigned, 4, 8>{}};
    out[0] = m.stride(i);
}
