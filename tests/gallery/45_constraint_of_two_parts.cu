#include "cuda_tile.h"

template <int M> concept multiple_of_16 = M > 0 && M % 16 == 0;
template <int M> requires multiple_of_16<M> __tile__ int rows() { return M; }
__tile_global__ void count(int* p) { *p = rows<24>(); }

// cpp: A constraint of two parts
// The note has the part that is false, with its values.
