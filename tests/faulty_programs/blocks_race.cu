// All tile blocks add to one number without an atomic operation.
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void count(int *total) {
#ifdef RIGHT
  ct::atomic_add(total, 1, ct::memory_order_relaxed_t{});
#else
  *total += 1; // finding: kernel `count(int* total)`: data race
#endif
}

int main() {
  int *total;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  count<<<4, 1>>>(total);
  cudaDeviceSynchronize();
  cudaFree(total);
}
