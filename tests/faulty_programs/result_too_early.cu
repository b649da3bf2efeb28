// The copy back is asynchronous, and the host waits for the wrong stream.
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <cstring>

__tile_global__ void answer(int *p) { *p = 42; }

int main() {
  cudaStream_t kernels, copies;
  cudaEvent_t ready;
  cudaStreamCreate(&kernels);
  cudaStreamCreate(&copies);
  cudaEventCreate(&ready);
  int *device, *pinned, result;
  cudaMalloc(&device, sizeof(int));
  cudaMallocHost(&pinned, sizeof(int));
  answer<<<1, 1, 0, kernels>>>(device);
  cudaEventRecord(ready, kernels);
  cudaStreamWaitEvent(copies, ready);
  cudaMemcpyAsync(pinned, device, sizeof(int), cudaMemcpyDeviceToHost, copies);
#ifdef RIGHT
  cudaStreamSynchronize(copies);
#else
  cudaStreamSynchronize(kernels);
#endif
  std::memcpy(&result, pinned, sizeof result); // finding: race with the host: host code reads
  cudaDeviceSynchronize();
  cudaFree(device);
  cudaFreeHost(pinned);
  cudaEventDestroy(ready);
  cudaStreamDestroy(kernels);
  cudaStreamDestroy(copies);
  return result == 42 ? 0 : 1;
}
