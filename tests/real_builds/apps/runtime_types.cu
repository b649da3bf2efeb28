// Templates over the runtime's own types.
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
template <class Handle, class T> __tile_global__ void tagged(T* p) { ct::store(p, T(sizeof(Handle))); }
template <class... Ts> __tile_global__ void listed(float* p) { ct::store(p, float(sizeof...(Ts))); }
template <cudaMemcpyKind Kind> __tile_global__ void kinds(int* p) { ct::store(p, int(Kind)); }
template <auto V> __tile_global__ void value(int* p) { ct::store(p, 1); }
template <class Queue> struct Executor { Queue queue; template <class T> void run(T* p) { tagged<Queue><<<1, 1>>>(p); listed<Queue, T, dim3, cudaDeviceProp*><<<1, 1>>>((float*)p); } };
void run(float* p, int* q) {
  Executor<cudaStream_t>{}.run(p);
  Executor<cudaEvent_t>{}.run(q);
  Executor<cudaGraphExec_t>{}.run(q);
  tagged<cudaError_t><<<1, 1>>>(p);
  tagged<dim3><<<1, 1>>>(p);
  tagged<uint4><<<1, 1>>>(p);
  listed<cudaStream_t, cudaEvent_t, cudaMemPool_t, cudaArray_t, cudaMipmappedArray_t, cudaTextureObject_t, cudaPointerAttributes, cudaLaunchConfig_t, cudaFuncAttributes><<<1, 1>>>(p);
  listed<cudaIpcMemHandle_t, cudaUUID_t, cudaResourceDesc, cudaChannelFormatDesc, cudaExtent, cudaPos, cudaPitchedPtr, cudaMemcpy3DParms><<<1, 1>>>(p);
  kinds<cudaMemcpyHostToDevice><<<1, 1>>>(q);
  kinds<cudaMemcpyDefault><<<1, 1>>>(q);
  value<cudaErrorNotReady><<<1, 1>>>(q);
  value<cudaFuncAttributeMaxDynamicSharedMemorySize><<<1, 1>>>(q);
}
