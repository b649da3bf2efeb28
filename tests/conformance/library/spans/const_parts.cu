// case: const_parts
// spec: 2.11.1 tensor_span
// refuses: 2.11.1-1
// reject: E0315 extents, layout and accessor have no const and no volatile
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using Four = ct::shape<4>;

extern "C" __tile_global__ void test(int* out) {
    out[1] = sizeof(ct::tensor_span<int, Four, ct::layout_left const>);
}
