// <cuda_runtime.h> of host code: the C interface of the runtime, and what it has in C++ besides.
#pragma once

#include <cassert>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

// In the global namespace too.
#include <math.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>
#include <vector_functions.h>

template <class T> cudaError_t cudaMalloc(T **pointer, size_t bytes);
template <class T> cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t stream);
template <class T> cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream);
template <class T> cudaError_t cudaMallocManaged(T **pointer, size_t bytes, unsigned flags = cudaMemAttachGlobal);
template <class T> cudaError_t cudaMallocHost(T **pointer, size_t bytes, unsigned flags = 0);
template <class T> cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned flags);
template <class T> cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned flags);
template <class T> cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height);

template <class T>
cudaError_t cudaMemcpyToSymbol(T const &symbol, void const *from, size_t bytes, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice);
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(T const &symbol, void const *from, size_t bytes, size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = nullptr);
template <class T>
cudaError_t cudaMemcpyFromSymbol(void *to, T const &symbol, size_t bytes, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
template <class T> cudaError_t cudaGetSymbolAddress(void **pointer, T const &symbol);
template <class T> cudaError_t cudaGetSymbolSize(size_t *bytes, T const &symbol);

template <class T> cudaError_t cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attribute, int value);
template <class T> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *kernel);
template <class T> cudaError_t cudaFuncSetCacheConfig(T *kernel, cudaFuncCache config);
template <class T> cudaError_t cudaFuncGetName(char const **name, T *kernel);
template <class T> cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, T *kernel);
template <class T> cudaError_t cudaGetKernel(cudaKernel_t *handle, T *kernel);
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T kernel, int threads, size_t bytes);
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T kernel, int threads, size_t bytes,
                                                                   unsigned flags);
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T kernel, size_t bytes = 0, int limit = 0);
template <class T>
cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, T *kernel, cudaLaunchConfig_t const *config);
template <class T>
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, T *kernel, cudaLaunchConfig_t const *config);

template <class T>
cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **args, size_t bytes = 0, cudaStream_t stream = nullptr);
template <class T>
cudaError_t cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **args, size_t bytes = 0,
                                        cudaStream_t stream = nullptr);
template <class... Params, class... Args>
cudaError_t cudaLaunchKernelEx(cudaLaunchConfig_t const *config, void (*kernel)(Params...), Args &&...args);

template <class T> cudaChannelFormatDesc cudaCreateChannelDesc();
