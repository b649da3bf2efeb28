// `__restrict__` says that input and output are different arrays, and a call gives the same one.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void prefix(const int *__restrict__ in, int *__restrict__ out, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += in[i];
    out[i] = sum; // finding: kernel `prefix(const int* in, int* out, int n)`: object accessed through a restricted pointer
  }
}

int main() {
  const int host[] = {3, 1, 4, 1};
  int *data, *sums;
  cudaMalloc(&data, sizeof host);
  cudaMalloc(&sums, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
#ifdef RIGHT
  prefix<<<1, 1>>>(data, sums, 4);
#else
  prefix<<<1, 1>>>(data, data, 4);
#endif
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(sums);
}
