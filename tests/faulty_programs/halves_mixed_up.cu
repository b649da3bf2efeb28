// One unified buffer in two halves: the host fills one while the device reads the other, but counts from the wrong end.
#include <cuda_runtime.h>
#include <cuda_tile.h>

constexpr int n = 10;

__tile_global__ void total(const int *half, int *out) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum = sum + half[i];
  *out = *out + sum;
}

int main() {
  int *halves, *out;
  cudaMallocManaged(&halves, 2 * n * sizeof(int));
  cudaMallocManaged(&out, sizeof(int));
  *out = 0;
  for (int i = 0; i < n; ++i)
    halves[i] = 1;
  for (int turn = 0; turn < 4; ++turn) {
    total<<<1, 1>>>(halves + turn % 2 * n, out);
#ifdef RIGHT
    int *next = halves + (turn + 1) % 2 * n;
#else
    int *next = halves + turn % 2 * n;
#endif
    for (int i = 0; i < n; ++i)
      next[i] = turn; // finding: race with the host: host code writes
    cudaDeviceSynchronize();
  }
  const int sum = *out;
  cudaFree(halves);
  cudaFree(out);
  return sum > 0 ? 0 : 1;
}
