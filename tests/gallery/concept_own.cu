#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <class T>
    requires(sizeof(T) == 2)
__tile__ T same(T x) { return x; }

__tile_global__ void k(float* p) {
    p[0] = same(p[1]);
}

// cpp: A constraint of the program
// The message names the part that is false, with its values.
