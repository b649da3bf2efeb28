#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <class T> __tile_global__ void add(const T* a, const T* b, T* c) { c[0] = a[0] + b[0]; }

template __tile_global__ void add<float>(const float*, float*, float*);

// cpp: An instantiation whose parameters differ
// An explicit instantiation repeats the signature of the template.
