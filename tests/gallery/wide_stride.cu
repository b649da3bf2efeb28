#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void gather(const float* in, float* out, const int* rows, long long pitch) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(out + at, ct::load(in + ct::load(rows + at) * pitch));
}

// types: A stride of 64 bits beside indices of 32
// The tile is widened: its elements are then multiplied in 64 bits.
