// A kernel is told that rows begin at multiples of 16 bytes, and is given some that do not.
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void scale(float *row, float by) {
  float *aligned = ct::assume_aligned(row, 16_ic); // finding: kernel `scale(float* row, float by)`: violated assumption
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  ct::store(aligned + i, by * ct::load(aligned + i));
}

int main() {
#ifdef RIGHT
  const int pitch = 12;
#else
  const int pitch = 10;
#endif
  float *matrix, host[40] = {};
  cudaMalloc(&matrix, sizeof host);
  cudaMemcpy(matrix, host, sizeof host, cudaMemcpyHostToDevice);
  for (int row = 0; row < 3; ++row)
    scale<<<1, 1>>>(matrix + row * pitch, 2.0f);
  cudaDeviceSynchronize();
  cudaFree(matrix);
}
