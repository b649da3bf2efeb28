#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ auto product(ct::tile<__half, ct::shape<16, 64>> x, ct::tile<__half, ct::shape<64, 8>> y) {
    return x * y;
}

// shapes: `*` for a matrix product
// Operators compute element by element.
