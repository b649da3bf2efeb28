// Variables of the device that the host reads and writes.
//> polynomial: 1 6 17 34
//> calls: 4
//> size of the coefficients: 12
//> by address: 12
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__constant__ float coefficients[3];
__device__ int calls;
namespace counters {
__device__ int steps = 3;
}

__tile_global__ void polynomial(float *out) {
  auto x = ct::bid().x;
  float v = float(x);
  out[x] = coefficients[0] + v * (coefficients[1] + v * coefficients[2]);
  ct::atomic_add(&calls, 1, ct::memory_order_relaxed_t{});
  ct::atomic_add(&counters::steps, 1, ct::memory_order_relaxed_t{});
}

int main() {
  const float host[3] = {1, 2, 3};
  cudaMemcpyToSymbol(coefficients, host, sizeof host);
  float *out, values[4];
  cudaMalloc(&out, sizeof values);
  polynomial<<<4, 1>>>(out);
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  std::printf("polynomial: %g %g %g %g\n", values[0], values[1], values[2], values[3]);
  int n = 0;
  cudaMemcpyFromSymbol(&n, calls, sizeof n);
  std::printf("calls: %d\n", n);
  size_t size = 0;
  cudaGetSymbolSize(&size, coefficients);
  std::printf("size of the coefficients: %zu\n", size);
  int *address = nullptr;
  cudaGetSymbolAddress((void **)&address, counters::steps);
  const int five = 5;
  cudaMemcpy(&n, address, sizeof n, cudaMemcpyDeviceToHost);
  n += five;
  std::printf("by address: %d\n", n);
}
//! findings: 1
