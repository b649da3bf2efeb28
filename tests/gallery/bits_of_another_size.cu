#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void widen(const unsigned short* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(out + at, ct::element_bitcast<float>(ct::load(in + at)));
}

// types: The bits of a wider type
// The elements are widened first: `element_cast<unsigned>(x) << 16` has the bits of a float in those of a bfloat16.
