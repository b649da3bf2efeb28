// A buffer for each round, and one free.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void set(int *p, int value) { *p = value; }

int main() {
  int *p = nullptr;
  for (int i = 0; i < 4; ++i) {
#ifdef RIGHT
    cudaFree(p);
#endif
    cudaMallocManaged(&p, 100 * sizeof(int)); // finding: memory of 1200 bytes in 3 allocations is not freed when the program ends
    set<<<1, 1>>>(p, i);
  }
  cudaDeviceSynchronize();
  cudaFree(p);
}
