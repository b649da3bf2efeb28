// case: extent
// spec: 3.1 Undefined Behavior Annex (example)
// ub: an extent beyond the rank
// arg: out i32[4]
#include <cstdint>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    using Exts = ct::extents<uint32_t, 4, ct::dynamic_extent>;
    Exts e{8};
    out[0] = e.extent(2); // UB
}
