#include "cuda_tile.h"
namespace ct = cuda::tiles;

struct Accumulator {
    ct::tile<float, ct::shape<64>> sum;
    __tile__ void add(ct::tile<float, ct::shape<64>> x) const { sum = sum + x; }
};

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    Accumulator total{ct::zeros<ct::tile<float, ct::shape<64>>>()};
    total.add(ct::load(p + at));
    ct::store(p + at, total.sum);
}

// cpp: A member that a `const` function changes
// `const` behind the parameters makes the object constant in the body.
