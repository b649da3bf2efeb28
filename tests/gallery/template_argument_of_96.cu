#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <int N>
__tile_global__ void clear(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<N>>>();
    ct::store(p + at, 0.0f * ct::load(p + at));
}

template __tile_global__ void clear<96>(float*);

// shapes: A template argument that is not a power of two
// The extent is the template argument of the instantiation.
