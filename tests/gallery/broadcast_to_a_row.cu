#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ ct::tile<int, ct::shape<64>> flat(ct::tile<int, ct::shape<1, 64>> row) {
    return ct::broadcast<ct::shape<64>>(row);
}

// shapes: A broadcast to fewer dimensions
// Broadcasting adds dimensions and stretches those of length 1; `reshape` drops them.
