// Included before everything else where the runtime's headers are those of a toolkit: its macros, but the words of the
// language stay, since tile code is taken out by them.
#pragma once

#define __NV_TL__ __tile__
#define __NV_TL_BUILTIN__ __tile__
#define __CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__
#include <crt/host_defines.h>
#undef __CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__

#undef __annotate__
#define __annotate__(...)
#undef __location__
#define __location__(...)
#undef __builtin_align__
#define __builtin_align__(_n) __align__(_n)

#undef __host__
#define __host__ __host__
#undef __device__
#define __device__ __device__
#undef __global__
#define __global__ __global__
#undef __tile__
#define __tile__ __tile__
#undef __tile_global__
#define __tile_global__ __tile_global__
#undef __shared__
#define __shared__ __shared__
#undef __constant__
#define __constant__ __constant__
#undef __managed__
#define __managed__ __managed__
#undef __grid_constant__
#define __grid_constant__ __grid_constant__
#undef __forceinline__
#define __forceinline__ __forceinline__
#undef __launch_bounds__
#define __launch_bounds__(...)
#undef __cluster_dims__
#define __cluster_dims__(...)
#undef __block_size__
#define __block_size__(...)
#undef __maxnreg__
#define __maxnreg__(...)
