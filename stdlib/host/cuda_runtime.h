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

template <class T> cudaError_t cudaMalloc(T **pointer, size_t bytes) {
  return cudaMalloc(reinterpret_cast<void **>(pointer), bytes);
}
template <class T> cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync(reinterpret_cast<void **>(pointer), bytes, stream);
}
template <class T>
cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync(reinterpret_cast<void **>(pointer), bytes, pool, stream);
}
template <class T>
cudaError_t cudaMallocManaged(T **pointer, size_t bytes, unsigned flags = cudaMemAttachGlobal) {
  return cudaMallocManaged(reinterpret_cast<void **>(pointer), bytes, flags);
}
template <class T> cudaError_t cudaMallocHost(T **pointer, size_t bytes, unsigned flags = 0) {
  return cudaHostAlloc(reinterpret_cast<void **>(pointer), bytes, flags);
}
template <class T> cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned flags) {
  return cudaHostAlloc(reinterpret_cast<void **>(pointer), bytes, flags);
}
template <class T> cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned flags) {
  return cudaHostGetDevicePointer(reinterpret_cast<void **>(device), host, flags);
}
template <class T> cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height) {
  return cudaMallocPitch(reinterpret_cast<void **>(pointer), pitch, width, height);
}

/// The address by which the runtime knows a variable.
template <class T> void const *__tilec_symbol(T const &symbol) {
  return const_cast<void const *>(reinterpret_cast<void const volatile *>(__builtin_addressof(symbol)));
}
template <class T>
cudaError_t cudaMemcpyToSymbol(T const &symbol, void const *from, size_t bytes, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol(__tilec_symbol(symbol), from, bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(T const &symbol, void const *from, size_t bytes, size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = nullptr) {
  return cudaMemcpyToSymbolAsync(__tilec_symbol(symbol), from, bytes, offset, kind, stream);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void *to, T const &symbol, size_t bytes, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(to, __tilec_symbol(symbol), bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void *to, T const &symbol, size_t bytes, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = nullptr) {
  return cudaMemcpyFromSymbolAsync(to, __tilec_symbol(symbol), bytes, offset, kind, stream);
}
template <class T> cudaError_t cudaGetSymbolAddress(void **pointer, T const &symbol) {
  return cudaGetSymbolAddress(pointer, __tilec_symbol(symbol));
}
template <class T> cudaError_t cudaGetSymbolSize(size_t *bytes, T const &symbol) {
  return cudaGetSymbolSize(bytes, __tilec_symbol(symbol));
}

/// The form of releases before 12, which nothing tells anything.
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph, cudaGraphNode_t *, char *, size_t) {
  return cudaGraphInstantiate(executable, graph, 0);
}
template <class T>
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t const *after, size_t count,
                                           T const &symbol, void const *from, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return cudaGraphAddMemcpyNodeToSymbol(node, graph, after, count, __tilec_symbol(symbol), from, bytes, offset, kind);
}
template <class T>
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t const *after, size_t count,
                                             void *to, T const &symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return cudaGraphAddMemcpyNodeFromSymbol(node, graph, after, count, to, __tilec_symbol(symbol), bytes, offset, kind);
}

template <class T> cudaError_t cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute(reinterpret_cast<void const *>(kernel), attribute, value);
}
template <class T> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *kernel) {
  return cudaFuncGetAttributes(attributes, reinterpret_cast<void const *>(kernel));
}
template <class T> cudaError_t cudaFuncSetCacheConfig(T *kernel, cudaFuncCache config) {
  return cudaFuncSetCacheConfig(reinterpret_cast<void const *>(kernel), config);
}
template <class T> cudaError_t cudaFuncGetName(char const **name, T *kernel) {
  return cudaFuncGetName(name, reinterpret_cast<void const *>(kernel));
}
template <class T> cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, T *kernel) {
  return cudaGetFuncBySymbol(function, reinterpret_cast<void const *>(kernel));
}
template <class T> cudaError_t cudaGetKernel(cudaKernel_t *handle, T *kernel) {
  return cudaGetKernel(handle, reinterpret_cast<void const *>(kernel));
}
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T kernel, int threads, size_t bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<void const *>(kernel), threads, bytes);
}
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T kernel, int threads, size_t bytes,
                                                                   unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<void const *>(kernel), threads, bytes);
}
/// As many blocks as run at a time. A tile block has one thread; of the sizes of a SIMT kernel's block that one is chosen with
/// which the most threads run.
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T kernel, size_t bytes = 0, int limit = 0) {
  int device = 0, processors = 0, blocks = 0, most = 0;
  cudaFuncAttributes attributes;
  if (cudaError_t error = cudaGetDevice(&device))
    return error;
  if (cudaError_t error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device))
    return error;
  if (cudaError_t error = cudaFuncGetAttributes(&attributes, kernel))
    return error;
  int const all = limit > 0 && limit < attributes.maxThreadsPerBlock ? limit : attributes.maxThreadsPerBlock;
  for (int threads = all; threads > 0; threads = (threads - 1) / 32 * 32) {
    if (cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, bytes))
      return error;
    if (blocks * threads > most) {
      most = blocks * threads;
      *block = threads;
      *grid = blocks * processors;
    }
  }
  return cudaSuccess;
}
template <class T>
__TILEC_ABSENT cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, T *kernel, cudaLaunchConfig_t const *config);
template <class T>
__TILEC_ABSENT cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, T *kernel, cudaLaunchConfig_t const *config);

template <class T>
cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **args, size_t bytes = 0, cudaStream_t stream = nullptr) {
  return cudaLaunchKernel(reinterpret_cast<void const *>(kernel), grid, block, args, bytes, stream);
}
template <class T>
cudaError_t cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **args, size_t bytes = 0,
                                        cudaStream_t stream = nullptr) {
  return cudaLaunchCooperativeKernel(reinterpret_cast<void const *>(kernel), grid, block, args, bytes, stream);
}
template <class... Params, class... Args>
cudaError_t cudaLaunchKernelEx(cudaLaunchConfig_t const *config, void (*kernel)(Params...), Args &&...args) {
  auto const launch = [&](Params... values) {
    void *arguments[] = {const_cast<void *>(static_cast<void const volatile *>(__builtin_addressof(values)))..., nullptr};
    return cudaLaunchKernelExC(config, reinterpret_cast<void const *>(kernel), arguments);
  };
  return launch(static_cast<Args &&>(args)...);
}

template <class T> __TILEC_ABSENT cudaChannelFormatDesc cudaCreateChannelDesc();
