#pragma once
#include <cuda_runtime.h>

/// Defined in kernels.cu, launched from main.cu.
__tile_global__ void fill(int *data, int value);

/// Instantiated by both files.
template <class T> __tile_global__ void twice(T *p) { *p = *p + *p; }

void twice_from_kernels(int *p);
