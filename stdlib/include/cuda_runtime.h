// The CUDA runtime header for tile code: vector types and the standard headers that it brings
// along. Every
// source includes it first, as nvcc makes it, so that programs use their names unasked; of <cmath> only what tile code may
// call in nvcc too. Host code is not compiled here.
#pragma once

#include <cassert>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <type_traits>
#include <utility>

#include <cuda_tile/detail/cuda_types.h>
#include <cuda_tile/detail/device_functions.h>
#include <cuda_tile/detail/float_class.h>
#include <cuda_tile/detail/runtime_types.h>
#include <cuda_tile/detail/vector_types.h>
