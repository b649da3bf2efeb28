// What tile code can use of the CUDA runtime header: vector types, printf, the size types. Every source includes it
// first, as nvcc makes it. Host code is not compiled here.
#pragma once

#include <cstddef>

#include <cuda_tile/detail/cuda_types.h>
