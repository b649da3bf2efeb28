// case: const_element
// spec: 2.9.1 tile
// refuses: 2.9.1-1
// reject: E0315 E0315 the element and the shape have no const and no volatile
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using Four = ct::shape<4>;

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(ct::tile<int const, Four>);
    out[1] = sizeof(ct::tile<int, Four const>);
}
