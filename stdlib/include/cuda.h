// The driver's header for tile code: its release, which programs look at to learn that they are
// compiled for CUDA.
// The driver's types and functions are host code's.
#pragma once

#include <cuda_runtime.h>

#define CUDA_VERSION (__CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10)
