#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void angles(float* p) {
    auto i = ct::iota<ct::tile<float, ct::shape<64>>>();
    ct::store(p + ct::iota<ct::tile<int, ct::shape<64>>>(), ct::sin(i));
}

// types: The numbers of the elements as floating point
// `iota` counts in integers.
