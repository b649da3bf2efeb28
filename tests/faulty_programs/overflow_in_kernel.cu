// A sum of indices that does not fit in an int.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void scale(int *out, int factor) {
  *out = *out * factor; // finding: kernel `scale(int* out, int factor)`: signed integer overflow
}

int main() {
#ifdef RIGHT
  const int factor = 10;
#else
  const int factor = 100000;
#endif
  int *p, start = 100000;
  cudaMalloc(&p, sizeof(int));
  cudaMemcpy(p, &start, sizeof(int), cudaMemcpyHostToDevice);
  scale<<<1, 1>>>(p, factor);
  cudaDeviceSynchronize();
  cudaFree(p);
}
