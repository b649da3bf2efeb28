#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void k(const __half* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(out + at, __half2float(ct::load(in + at)));
}

// names: __half2float of a tile
// The conversions of CUDA are for one number.
