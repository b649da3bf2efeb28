// Host code that calls the driver.
#include <cuda.h>
#include <cuda_tile.h>
#include <math_constants.h>

template <class T> __tile_global__ void k(T* p) { cuda::tiles::store(p, T(1)); }

#if CUDA_VERSION >= 13000 && CUDA_VERSION < 14000
template __tile_global__ void k<int>(int*);
#endif

bool launch(CUdeviceptr pointer, CUstream stream) {
  CUdevice device;
  int major = 0;
  float scale[] = {CUDART_INF_F, CUDART_PI_F};
  if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS) return ::isnan(scale[0]);
  cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  k<<<1, 1, 0, stream>>>(reinterpret_cast<float*>(pointer));
  return cuStreamSynchronize(stream) == CUDA_SUCCESS;
}
