// case: extent_of_index_type
// spec: 3.1 Undefined Behavior Annex (example)
// ub: 65536 is not a uint16_t
// arg: out i32[4]
#include <cstdint>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    ct::extents<uint16_t, 65536> e;
    out[0] = e.extent(0); // UB
}
