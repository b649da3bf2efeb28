// A kernel without a mask for the last tile, which writes behind the buffer.
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void fill(float *data, int n) {
  auto i = 64 * int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<64>>>();
#ifdef RIGHT
  ct::store_masked(data + i, ct::full<ct::tile<float, ct::shape<64>>>(1.0f), i < n);
#else
  ct::store(data + i, ct::full<ct::tile<float, ct::shape<64>>>(1.0f)); // finding: kernel `fill(float* data, int n)`: access through an invalid
#endif
}

int main() {
  const int n = 100;
  float *data;
  if (cudaMalloc(&data, n * sizeof(float)) != cudaSuccess)
    return 1;
  fill<<<(n + 63) / 64, 1>>>(data, n);
  cudaFree(data);
  return 0;
}
