// The elements of a vector are given to the kernel instead of their copy.
//! warns: E0907
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <vector>

namespace ct = cuda::tiles;

__tile_global__ void saxpy(float a, const float *x, float *y) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto scaled = ct::full<ct::tile<float, ct::shape<16>>>(a) * ct::load(x + i); // finding: kernel `saxpy(float a, const float* x, float* y)`: access through an invalid
  ct::store(y + i, scaled + ct::load(y + i));
}

int main() {
  std::vector<float> x(16, 1.0f), y(16, 2.0f);
  const size_t bytes = 16 * sizeof(float);
  float *device_x, *device_y;
  cudaMalloc(&device_x, bytes);
  cudaMalloc(&device_y, bytes);
  cudaMemcpy(device_x, x.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(device_y, y.data(), bytes, cudaMemcpyHostToDevice);
#ifdef RIGHT
  saxpy<<<1, 1>>>(2.0f, device_x, device_y);
#else
  saxpy<<<1, 1>>>(2.0f, x.data(), device_y);
#endif
  cudaMemcpy(y.data(), device_y, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device_x);
  cudaFree(device_y);
}
