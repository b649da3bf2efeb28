// case: dimension_map
// spec: 3.1 Undefined Behavior Annex (example)
// ub: a dimension beyond the rank
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    using Map = ct::dimension_map<1, 0>;
    out[0] = Map::mapping(2); // UB
}
