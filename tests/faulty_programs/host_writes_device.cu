// An array of the device is initialised by a loop of the host.
//! ends with a signal
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void add(const float *a, float *sum) { *sum = a[0] + a[1]; }

static void initialise(float *values, int n) {
  for (int i = 0; i < n; ++i)
    values[i] = float(i); // finding: host code accesses memory of the device
}

int main() {
  float *values, *sum, host[2];
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&sum, sizeof(float));
#ifdef RIGHT
  initialise(host, 2);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
#else
  initialise(values, 2);
#endif
  add<<<1, 1>>>(values, sum);
  cudaFree(values);
  cudaFree(sum);
}
