#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void product(const __half* a, const __half* b, float* c) {
    auto ia = ct::reshape(ct::iota<ct::tile<int, ct::shape<512>>>(), ct::shape<16, 32>{});
    auto ic = ct::reshape(ct::iota<ct::tile<int, ct::shape<256>>>(), ct::shape<16, 16>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<16, 16>>>();
    ct::store(c + ic, ct::mma(ct::load(a + ia), ct::load(b + ia), acc));
}

// types: mma of matrices that do not fit
// The columns of the left operand are the rows of the right one: transpose, or swap the shape.
