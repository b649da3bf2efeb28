// Types of the toolkit's libraries.
#include <cub/cub.cuh>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
#include <curand_kernel.h>
#include <thrust/device_ptr.h>

template <class T, class U = T> __tile_global__ void keep(const T* from, U* to) { *reinterpret_cast<char*>(to) = from != nullptr; }

template __tile_global__ void keep<cub::KeyValuePair<int, float>>(const cub::KeyValuePair<int, float>*, cub::KeyValuePair<int, float>*);
template __tile_global__ void keep<thrust::device_ptr<float>, float>(const thrust::device_ptr<float>*, float*);
template __tile_global__ void keep(const curandState*, float*);
template __tile_global__ void keep(const curandStatePhilox4_32_10_t*, float*);
template __tile_global__ void keep<__half2, __nv_bfloat16>(const __half2*, __nv_bfloat16*);
template __tile_global__ void keep<__nv_fp8_e4m3, float4>(const __nv_fp8_e4m3*, float4*);
