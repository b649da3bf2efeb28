#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void total(const float* in, float* out) {
    auto x = ct::load(in + ct::iota<ct::tile<int, ct::shape<64>>>());
    *out = static_cast<float>(ct::summ<0>(x));
}

// cpp: A name that is nearly right
// The nearest name that is there is offered; `tilec check --fix=all` takes it.
