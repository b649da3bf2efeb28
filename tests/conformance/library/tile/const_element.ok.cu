// case: const_element
// spec: 2.9.1 tile
// accept: without const and volatile
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using Four = ct::shape<4>;

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(ct::tile<int, Four>);
    out[1] = sizeof(ct::tile<float, Four>);
}
