// The bin of a value is computed before the value is looked at.
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <limits>

__tile_global__ void count(const float *values, int *bins, int n) {
  for (int i = 0; i < n; ++i) {
#ifdef RIGHT
    if (!(values[i] >= 0 && values[i] < 4))
      continue;
#endif
    int bin = static_cast<int>(values[i]); // finding: kernel `count(const float* values, int* bins, int n)`: conversion to integer out of range
    if (bin >= 0 && bin < 4)
      bins[bin] += 1;
  }
}

int main() {
  const float host[] = {0.5f, 3.5f, std::numeric_limits<float>::infinity(), 1};
  float *values;
  int *bins;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&bins, 4 * sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, 4 * sizeof(int));
  count<<<1, 1>>>(values, bins, 4);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(bins);
}
