// One stream allocates, another one uses the memory without waiting for the allocation.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void set(float *p) { *p = 1; }

int main() {
  cudaStream_t memory, kernels;
  cudaStreamCreate(&memory);
  cudaStreamCreate(&kernels);
  cudaEvent_t allocated, used;
  cudaEventCreate(&allocated);
  cudaEventCreate(&used);
  float *p;
  cudaMallocAsync(reinterpret_cast<void **>(&p), 1024, memory);
  cudaEventRecord(allocated, memory);
#ifdef RIGHT
  cudaStreamWaitEvent(kernels, allocated, 0);
#endif
  set<<<1, 1, 0, kernels>>>(p); // finding: race between streams: `set(float* p)` in the stream
  cudaEventRecord(used, kernels);
  cudaStreamWaitEvent(memory, used, 0);
  cudaFreeAsync(p, memory);
  cudaDeviceSynchronize();
  cudaEventDestroy(allocated);
  cudaEventDestroy(used);
  cudaStreamDestroy(memory);
  cudaStreamDestroy(kernels);
}
