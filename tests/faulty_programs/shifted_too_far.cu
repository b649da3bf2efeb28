// A mask of the lowest bits, for any number of bits: also for all of them.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void low_bits(const int *counts, unsigned *masks) {
  const int i = int(cuda::tiles::bid().x);
#ifdef RIGHT
  masks[i] = counts[i] == 32 ? ~0u : (1u << counts[i]) - 1;
#else
  masks[i] = (1u << counts[i]) - 1; // finding: kernel `low_bits(const int* counts, unsigned* masks)`: shift by a negative amount or by the width
#endif
}

int main() {
  const int host[] = {0, 8, 32};
  int *counts;
  unsigned *masks;
  cudaMalloc(&counts, sizeof host);
  cudaMalloc(&masks, sizeof host);
  cudaMemcpy(counts, host, sizeof host, cudaMemcpyHostToDevice);
  low_bits<<<3, 1>>>(counts, masks);
  cudaDeviceSynchronize();
  cudaFree(counts);
  cudaFree(masks);
}
