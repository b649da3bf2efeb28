#include "cuda_bf16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(bfloat16* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, ct::load(p + at));
}

// names: bfloat16 without its prefix
// The types of 16 bits have the names of CUDA.
