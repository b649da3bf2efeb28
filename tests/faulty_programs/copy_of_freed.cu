// The result is freed before it is copied.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void answer(int *p) { *p = 42; }

int main() {
  int *p, host = 0;
  cudaMalloc(&p, sizeof(int));
  answer<<<1, 1>>>(p);
#ifndef RIGHT
  cudaFree(p);
#endif
  cudaMemcpy(&host, p, sizeof host, cudaMemcpyDeviceToHost); // finding: access of memory that is not allocated
#ifdef RIGHT
  cudaFree(p);
#endif
  return 0;
}
