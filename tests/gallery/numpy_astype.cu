#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(const int* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(out + at, ct::load(in + at).astype<float>());
}

// names: The member template astype
// `element_cast<float>(x)` converts the elements.
