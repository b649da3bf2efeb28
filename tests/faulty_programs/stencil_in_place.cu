// A stencil writes the array that its neighbours still read.
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <vector>

namespace ct = cuda::tiles;

constexpr int tile_size = 16, tiles = 4, n = tile_size * tiles;

__tile_global__ void smooth(const float *in, float *out) {
  auto i = int(ct::bid().x) * tile_size + ct::iota<ct::tile<int, ct::shape<tile_size>>>();
  auto left = ct::load_masked(in + (i - 1), i > 0, 0.0f); // finding: kernel `smooth(const float* in, float* out)`: data race
  auto right = ct::load_masked(in + (i + 1), i < n - 1, 0.0f);
  ct::store(out + i, 0.5f * (left + right));
}

int main() {
  std::vector<float> host(n, 1.0f);
  float *data, *next;
  cudaMalloc(&data, n * sizeof(float));
  cudaMalloc(&next, n * sizeof(float));
  cudaMemcpy(data, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
#ifdef RIGHT
  smooth<<<tiles, 1>>>(data, next);
#else
  smooth<<<tiles, 1>>>(data, data);
#endif
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(next);
}
