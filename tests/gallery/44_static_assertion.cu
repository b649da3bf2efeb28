#include "cuda_tile.h"

template <int M, int N> __tile_global__ void product(float* p) {
    static_assert(M > 0 && N % 16 == 0, "N must be a multiple of 16");
    *p = M * N;
}
template __tile_global__ void product<4, 24>(float*);

// cpp: A static assertion of two parts
// The part that is false is marked, with its values.
