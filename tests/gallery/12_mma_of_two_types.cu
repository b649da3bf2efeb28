#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void product(const __half* a, const float* b, float* c) {
    auto at = ct::reshape(ct::iota<ct::tile<int, ct::shape<256>>>(), ct::shape<16, 16>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<16, 16>>>();
    ct::store(c + at, ct::mma(ct::load(a + at), ct::load(b + at), acc));
}

// types: mma of half and float
// Both operands of a product have one type; the accumulator may be wider.
