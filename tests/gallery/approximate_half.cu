#include <cuda_fp16.h>
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void invert(__half* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + at);
    ct::store(p + at, ct::div(ct::ones<decltype(x)>(), x, ct::round_approximate_t{}));
}

// types: An approximate division of half
// The hardware divides `float` approximately.
