// case: stride_overflows
// spec: 3.1 Undefined Behavior Annex (example)
// ub: a stride overflows
// arg: out i32[4]
#include <cstdint>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    using L = ct::layout_right_mapping<ct::extents<uint32_t, 65536, 65536, 65536, 65536, 65536>>;
    out[0] = L{{}}.stride(0); // UB
}
