// The C interface of the CUDA runtime, as its documentation lists it. Host code that is compiled to learn which kernels it
// launches needs no more. Of whole programs the run-time library has some of the functions: the compiler marks the others, so
// that a call of one is an error. Numbers are those of the documentation where programs compare or
// print them.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <cuda_tile/detail/runtime_types.h>

#define CUDART_VERSION 13030
#define CUDART_CB
#ifndef __TILEC_ABSENT
/// What the run-time library of whole programs does not have.
#define __TILEC_ABSENT
#endif

// Where the null stream is that of the thread, the functions with a stream are others. A launch's `__tilec_push` is one of them.
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#pragma redefine_extname cudaMallocAsync cudaMallocAsync_ptsz
#pragma redefine_extname cudaMallocFromPoolAsync cudaMallocFromPoolAsync_ptsz
#pragma redefine_extname cudaFreeAsync cudaFreeAsync_ptsz
#pragma redefine_extname cudaMemcpy cudaMemcpy_ptsz
#pragma redefine_extname cudaMemcpyAsync cudaMemcpyAsync_ptsz
#pragma redefine_extname cudaMemcpy2D cudaMemcpy2D_ptsz
#pragma redefine_extname cudaMemcpy2DAsync cudaMemcpy2DAsync_ptsz
#pragma redefine_extname cudaMemcpy3D cudaMemcpy3D_ptsz
#pragma redefine_extname cudaMemcpy3DAsync cudaMemcpy3DAsync_ptsz
#pragma redefine_extname cudaMemcpyPeer cudaMemcpyPeer_ptsz
#pragma redefine_extname cudaMemcpyPeerAsync cudaMemcpyPeerAsync_ptsz
#pragma redefine_extname cudaMemset cudaMemset_ptsz
#pragma redefine_extname cudaMemsetAsync cudaMemsetAsync_ptsz
#pragma redefine_extname cudaMemset2D cudaMemset2D_ptsz
#pragma redefine_extname cudaMemset2DAsync cudaMemset2DAsync_ptsz
#pragma redefine_extname cudaMemcpyToSymbol cudaMemcpyToSymbol_ptsz
#pragma redefine_extname cudaMemcpyToSymbolAsync cudaMemcpyToSymbolAsync_ptsz
#pragma redefine_extname cudaMemcpyFromSymbol cudaMemcpyFromSymbol_ptsz
#pragma redefine_extname cudaMemcpyFromSymbolAsync cudaMemcpyFromSymbolAsync_ptsz
#pragma redefine_extname cudaMemPrefetchAsync cudaMemPrefetchAsync_ptsz
#pragma redefine_extname cudaStreamSynchronize cudaStreamSynchronize_ptsz
#pragma redefine_extname cudaStreamQuery cudaStreamQuery_ptsz
#pragma redefine_extname cudaStreamWaitEvent cudaStreamWaitEvent_ptsz
#pragma redefine_extname cudaStreamAddCallback cudaStreamAddCallback_ptsz
#pragma redefine_extname cudaLaunchHostFunc cudaLaunchHostFunc_ptsz
#pragma redefine_extname cudaStreamGetPriority cudaStreamGetPriority_ptsz
#pragma redefine_extname cudaStreamGetFlags cudaStreamGetFlags_ptsz
#pragma redefine_extname cudaStreamBeginCapture cudaStreamBeginCapture_ptsz
#pragma redefine_extname cudaStreamEndCapture cudaStreamEndCapture_ptsz
#pragma redefine_extname cudaStreamIsCapturing cudaStreamIsCapturing_ptsz
#pragma redefine_extname cudaEventRecord cudaEventRecord_ptsz
#pragma redefine_extname cudaEventRecordWithFlags cudaEventRecordWithFlags_ptsz
#pragma redefine_extname cudaGraphLaunch cudaGraphLaunch_ptsz
#pragma redefine_extname cudaLaunchKernel cudaLaunchKernel_ptsz
#pragma redefine_extname cudaLaunchKernelExC cudaLaunchKernelExC_ptsz
#pragma redefine_extname cudaLaunchCooperativeKernel cudaLaunchCooperativeKernel_ptsz
#pragma redefine_extname __tilec_push __tilec_push_ptsz
#endif

// Functions.
extern "C" {
char const *cudaGetErrorName(cudaError_t error);
char const *cudaGetErrorString(cudaError_t error);
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceFlags(unsigned *flags);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceGetByPCIBusId(int *device, char const *id);
cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device);
cudaError_t cudaChooseDevice(int *device, cudaDeviceProp const *properties);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaCtxResetPersistingL2Cache();
cudaError_t cudaMalloc(void **pointer, size_t bytes);
cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned flags);
cudaError_t cudaMallocHost(void **pointer, size_t bytes);
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMalloc3D(cudaPitchedPtr *pointer, cudaExtent extent);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags);
cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags);
cudaError_t cudaMemGetInfo(size_t *available, size_t *total);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, void const *pointer);
cudaError_t cudaMemcpy(void *to, void const *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, void const *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, void const *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, void const *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy3D(cudaMemcpy3DParms const *params);
cudaError_t cudaMemcpy3DAsync(cudaMemcpy3DParms const *params, cudaStream_t stream = 0);
cudaError_t cudaMemcpyPeer(void *to, int to_device, void const *from, int from_device, size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, void const *from, int from_device, size_t bytes, cudaStream_t stream = 0);
cudaError_t cudaMemset(void *pointer, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes, cudaStream_t stream = 0);
cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0);
cudaError_t cudaMemcpyToSymbol(void const *symbol, void const *from, size_t bytes, size_t offset, cudaMemcpyKind kind);
cudaError_t cudaMemcpyToSymbolAsync(void const *symbol, void const *from, size_t bytes, size_t offset, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpyFromSymbol(void *to, void const *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromSymbolAsync(void *to, void const *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaGetSymbolAddress(void **pointer, void const *symbol);
cudaError_t cudaGetSymbolSize(size_t *bytes, void const *symbol);
cudaError_t cudaMemPrefetchAsync(void const *pointer, size_t bytes, cudaMemLocation location, unsigned flags, cudaStream_t stream = 0);
cudaError_t cudaMemAdvise(void const *pointer, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, cudaMemPoolProps const *properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes);
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer);
cudaError_t cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle, unsigned flags);
cudaError_t cudaIpcCloseMemHandle(void *pointer);
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue const *value);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue *value);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes = 0, unsigned flags = 4);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status);
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0, unsigned flags = 0);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags = 0);
cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, char const *path, unsigned flags);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph, unsigned long long flags = 0);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *executable, cudaGraph_t graph, unsigned long long flags = 0);
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *executable, cudaGraph_t graph, cudaGraphInstantiateParams *params);
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t executable, unsigned long long *flags);
cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable);
cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t const *after, cudaGraphEdgeData const *edges, size_t count, cudaGraphNodeParams *params);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t const *after, size_t count, cudaKernelNodeParams const *params);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t const *after, size_t count, cudaHostNodeParams const *params);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t const *after, size_t count, cudaMemcpy3DParms const *params);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t const *after, size_t count, void *to, void const *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t const *after, size_t count, void const *symbol, void const *from, size_t bytes, size_t offset, cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t const *after, size_t count, void *to, void const *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t const *after, size_t count, cudaMemsetParams const *params);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t const *after, size_t count);
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t const *after, size_t count, cudaGraph_t child);
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph);

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t const *after, size_t count, void *pointer);
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t const *after, size_t count, cudaEvent_t event);
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t const *after, size_t count, cudaEvent_t event);
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams *params);
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, cudaKernelNodeParams const *params);
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms *params);
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, cudaMemcpy3DParms const *params);
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, void const *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams *params);
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, cudaMemsetParams const *params);
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams *params);
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, cudaHostNodeParams const *params);
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams *params);
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node, cudaKernelNodeParams const *params);
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node, cudaMemcpy3DParms const *params);
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node, void *to, void const *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node, cudaMemsetParams const *params);
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node, cudaHostNodeParams const *params);
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraph_t child);
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraphNodeParams *params);
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned is_enabled);
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned *is_enabled);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *edges, size_t *count);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *edges, size_t *count);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *edges, size_t *count);
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, cudaGraphNode_t const *from, cudaGraphNode_t const *to, cudaGraphEdgeData const *edges, size_t count);
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, cudaGraphNode_t const *from, cudaGraphNode_t const *to, cudaGraphEdgeData const *edges, size_t count);
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType *kind);
cudaError_t cudaGraphNodeGetContainingGraph(cudaGraphNode_t node, cudaGraph_t *graph);
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone);
cudaError_t cudaLaunchKernel(void const *kernel, dim3 grid, dim3 block, void **args, size_t bytes, cudaStream_t stream);
cudaError_t cudaLaunchKernelExC(cudaLaunchConfig_t const *config, void const *kernel, void **args);
cudaError_t cudaLaunchCooperativeKernel(void const *kernel, dim3 grid, dim3 block, void **args, size_t bytes, cudaStream_t stream);
cudaError_t cudaFuncSetAttribute(void const *kernel, cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, void const *kernel);
cudaError_t cudaFuncSetCacheConfig(void const *kernel, cudaFuncCache config);
cudaError_t cudaFuncGetName(char const **name, void const *kernel);
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, void const *symbol);
cudaError_t cudaGetKernel(cudaKernel_t *handle, void const *symbol);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void const *kernel, int threads, size_t bytes);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, void const *kernel, int blocks, int threads);
cudaError_t cudaGetDriverEntryPoint(char const *symbol, void **pointer, unsigned long long flags, cudaDriverEntryPointQueryResult *status = nullptr);
cudaError_t cudaMallocArray(cudaArray_t *array, cudaChannelFormatDesc const *format, size_t width, size_t height = 0, unsigned flags = 0);
cudaError_t cudaMalloc3DArray(cudaArray_t *array, cudaChannelFormatDesc const *format, cudaExtent extent, unsigned flags = 0);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, void const *from, size_t pitch, size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, cudaResourceDesc const *resource, cudaTextureDesc const *texture, void const *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, cudaResourceDesc const *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind);
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();
}

inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags = 0) { return cudaEventCreateWithFlags(event, flags); }

inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) { return {width, height, depth}; }
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
inline cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t width, size_t height) {
  return {pointer, pitch, width, height};
}
