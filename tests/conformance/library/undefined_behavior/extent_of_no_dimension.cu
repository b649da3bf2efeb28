// case: extent_of_no_dimension
// spec: 3.1 Undefined Behavior Annex
// ub: rule 18: extent of a dimension that is not below the rank
// arg: u64 = 1
// arg: out u32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(unsigned long long i, unsigned* out) {
    out[0] = ct::extents<unsigned, 5>{}.extent(i);
}
