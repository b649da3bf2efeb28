// More coefficients than the variable of the device has room for.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__constant__ float filter[5];

__tile_global__ void apply(const float *in, float *out) {
  float sum = 0;
  for (int i = 0; i < 5; ++i)
    sum += filter[i] * in[i];
  *out = sum;
}

int main() {
  const float coefficients[7] = {1, 2, 3, 4, 3, 2, 1};
#ifdef RIGHT
  const size_t bytes = 5 * sizeof(float);
#else
  const size_t bytes = sizeof coefficients;
#endif
  cudaMemcpyToSymbol(filter, coefficients, bytes); // finding: access of 28 bytes at byte 0 of memory of 20 bytes
  float *in, *out;
  cudaMalloc(&in, sizeof coefficients);
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(in, coefficients, sizeof coefficients, cudaMemcpyHostToDevice);
  apply<<<1, 1>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
