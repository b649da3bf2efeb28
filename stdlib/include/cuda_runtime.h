// What tile code can use of the CUDA runtime header: vector types and printf. Host code is not compiled here.
#pragma once

#include <cuda_tile/detail/cuda_types.h>
