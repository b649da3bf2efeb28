// The result of an allocation that failed is not looked at.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void answer(int *p) {
  *p = 42; // finding: kernel `answer(int* p)`: access through an invalid
}

int main() {
  int *p = nullptr;
#ifdef RIGHT
  const size_t bytes = sizeof(int);
#else
  const size_t bytes = size_t(1) << 60;
#endif
  cudaMalloc(&p, bytes);
  answer<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}
