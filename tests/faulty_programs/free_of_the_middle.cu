// A pointer that a loop has moved is freed.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void set(float *p) { *p = 1; }

int main() {
  float *begin;
  cudaMalloc(&begin, 4 * sizeof(float));
  float *p = begin;
  for (int i = 0; i < 3; ++i)
    set<<<1, 1>>>(p++);
#ifndef RIGHT
  cudaFree(p); // finding: free of memory that is freed already, or that another function frees
#endif
  cudaFree(begin);
}
