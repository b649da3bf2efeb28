// The average of no elements.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void average(const int *sums, const int *counts, int *out, int n) {
  int i = int(cuda::tiles::bid().x);
#ifdef RIGHT
  if (counts[i] == 0)
    return;
#endif
  out[i] = sums[i] / counts[i]; // finding: kernel `average(const int* sums, const int* counts, int* out, int n)`: division by zero
}

int main() {
  const int host[] = {10, 0, 12, 5, 0, 3};
  int *data, *out;
  cudaMalloc(&data, sizeof host);
  cudaMalloc(&out, 3 * sizeof(int));
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  average<<<3, 1>>>(data, data + 3, out, 3);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(out);
}
