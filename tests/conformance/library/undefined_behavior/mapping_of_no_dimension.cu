// case: mapping_of_no_dimension
// spec: 3.1 Undefined Behavior Annex
// ub: rule 20: a dimension that a map does not have
// arg: u64 = 3
// arg: out u64[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(unsigned long long i, unsigned long long* out) {
    out[0] = ct::dimension_map<2, 0, 1>::mapping(i);
}
