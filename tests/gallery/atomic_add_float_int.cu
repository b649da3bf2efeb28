#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void count(int* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::atomic_add(p + at, ct::full<ct::tile<float, ct::shape<64>>>(1.0f));
}

// types: An atomic addition of another type
// The value that is added has the type of the element.
