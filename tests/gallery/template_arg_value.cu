#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <class T>
__tile__ T zero() { return T(0); }

__tile_global__ void k(float* p) {
    p[0] = zero<0>();
}

// cpp: A number for a type parameter
// A template parameter takes a type or a value.
