#include "cuda_tile.h"
namespace ct = cuda::tiles;

struct Pair { float a, b; };

__tile_global__ void k(float* p) {
    auto x = ct::zeros<ct::tile<Pair, ct::shape<64>>>();
    p[0] = 1;
}

// types: A tile of a class
// The elements of a tile are numbers or pointers; a class becomes a tile for each member.
