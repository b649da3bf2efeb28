#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void count(int* p) {
    auto at = iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, at);
}

// cpp: A forgotten namespace
// The library is in `cuda::tiles`; the examples call it `ct`.
