// The host reads what the device has.
//! ends with a signal
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <cstdio>

__tile_global__ void answer(int *p) { *p = 42; }

int main() {
  int *p;
#ifdef RIGHT
  cudaMallocManaged(&p, sizeof(int));
#else
  cudaMalloc(&p, sizeof(int));
#endif
  answer<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  int result = *p; // finding: host code accesses memory of the device
  std::printf("%d\n", result);
  cudaFree(p);
}
