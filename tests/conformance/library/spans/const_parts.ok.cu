// case: const_parts
// spec: 2.11.1 tensor_span
// accept: without const and volatile
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using Four = ct::shape<4>;

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(ct::tensor_span<int const, Four>);
    out[1] = sizeof(ct::tensor_span<int, Four, ct::layout_left>);
}
