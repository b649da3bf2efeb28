// case: stride_beyond_the_rank
// spec: 3.1 Undefined Behavior Annex (example)
// ub: a stride beyond the rank
// arg: out i32[4]
#include <cstdint>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    using L = ct::layout_right_mapping<ct::extents<uint32_t, 4, 8>>;
    out[0] = L{{}}.stride(2); // UB
}
