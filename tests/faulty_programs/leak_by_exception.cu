// An exception goes past the free.
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <stdexcept>

__tile_global__ void mean(const float *in, float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += in[i];
  *out = sum / float(n);
}

static float mean_of(const float *values, int n) {
  float *in, *out, result;
#ifdef RIGHT
  if (n == 0)
    throw std::invalid_argument("no values");
#endif
  cudaMalloc(&in, 16 + n * sizeof(float)); // finding: memory of 16 bytes is not freed when the program ends
  cudaMalloc(&out, sizeof(float)); // finding: memory of 4 bytes is not freed when the program ends
  if (n == 0)
    throw std::invalid_argument("no values");
  cudaMemcpy(in, values, n * sizeof(float), cudaMemcpyHostToDevice);
  mean<<<1, 1>>>(in, out, n);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return result;
}

int main() {
  const float values[] = {1, 2, 3};
  float sum = 0;
  for (int n : {3, 0}) {
    try {
      sum += mean_of(values, n);
    } catch (const std::exception &) {
      sum += 1;
    }
  }
  return sum == 3 ? 0 : 1;
}
