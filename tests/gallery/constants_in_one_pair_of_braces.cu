#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ ct::tile<int, ct::shape<2>> ends() {
    ct::tile<int, ct::shape<2>> both{0, 99};
    return both;
}

// types: Constants in one pair of braces
// A tile is made of one array of constants, whose braces stand inside those of the tile.
