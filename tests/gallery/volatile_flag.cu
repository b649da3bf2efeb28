#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void consume(const volatile int* ready, const float* __restrict__ in, float* __restrict__ out) {
    auto lane = ct::iota<ct::tile<int, ct::shape<256>>>();
    while (ct::load(ready) == 0) {
    }
    ct::store(out + lane, 2.0f * ct::load(in + lane));
}

// types: a flag that is `volatile`
// An atomic load reads what other tile blocks write.
