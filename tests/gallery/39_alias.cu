#include "cuda_tile.h"

__tile_global__ void count(int* p) {
    auto at = ct::iota<cuda::tiles::tile<int, cuda::tiles::shape<64>>>();
    cuda::tiles::store(p + at, at);
}

// cpp: A forgotten alias
// `ct` is not declared by the library: each file declares it.
