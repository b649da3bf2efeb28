#include "cuda_tile.h"

template <class X> __tile__ X scaled(X x, float factor = 2.0f);

template <class X> __tile__ X scaled(X x, float factor = 2.0f) { return x * factor; }

__tile_global__ void k(float* p) { *p = scaled(*p); }

// cpp: A default argument in the definition too
// It stands in the first declaration alone.
