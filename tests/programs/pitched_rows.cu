// A matrix with pitched rows, copied and set in two dimensions.
//> pitch is enough: yes
//> 11 12 13 | 21 22 23 | 31 32 33
//> border: 0 0
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void number(int *data, size_t row_bytes, int columns) {
  int *row = reinterpret_cast<int *>(reinterpret_cast<char *>(data) + ct::bid().y * row_bytes);
  row[ct::bid().x] = int(10 * (ct::bid().y + 1) + ct::bid().x + 1);
}

int main() {
  const int rows = 3, columns = 3;
  int *device;
  size_t pitch;
  cudaMallocPitch(&device, &pitch, columns * sizeof(int), rows);
  std::printf("pitch is enough: %s\n", pitch >= columns * sizeof(int) ? "yes" : "no");
  cudaMemset2D(device, pitch, 0xAB, columns * sizeof(int), rows);
  number<<<dim3(columns, rows), 1>>>(device, pitch, columns);
  int host[rows][columns + 1] = {};
  cudaMemcpy2D(host, sizeof host[0], device, pitch, columns * sizeof(int), rows, cudaMemcpyDeviceToHost);
  for (int r = 0; r < rows; ++r)
    std::printf("%d %d %d%s", host[r][0], host[r][1], host[r][2], r + 1 < rows ? " | " : "\n");
  std::printf("border: %d %d\n", host[0][3], host[2][3]);
  cudaFree(device);
  return cudaGetLastError();
}
