// Pinned memory goes the way of the device's.
#include <cuda_runtime.h>
#include <cuda_tile.h>

int main() {
  float *staging;
  cudaHostAlloc(reinterpret_cast<void **>(&staging), 64 * sizeof(float), cudaHostAllocDefault);
  staging[0] = 1;
#ifdef RIGHT
  cudaFreeHost(staging);
#else
  cudaFree(staging); // finding: free of memory that is freed already, or that another function frees
  cudaFreeHost(staging);
#endif
}
