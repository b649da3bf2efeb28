// Two streams add to a managed variable.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__managed__ int total;

__tile_global__ void add(int *total, int by) { *total += by; }

int main() {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  add<<<1, 1, 0, a>>>(&total, 1);
#ifdef RIGHT
  cudaStreamSynchronize(a);
#endif
  add<<<1, 1, 0, b>>>(&total, 2); // finding: race between streams: `add(int* total, int by)` in
  cudaDeviceSynchronize();
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  return total != 3;
}
