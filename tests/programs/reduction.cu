// A sum in two steps: a partial sum of each tile block, then the sum of those.
//> sum = 500500 (expected 500500)
#include <cuda_tile.h>
#include <numeric>
#include <stdio.h>
#include <vector>

namespace ct = cuda::tiles;

template <typename T, int N> __tile_global__ void partial_sums(T const *values, T *sums, int count) {
  ct::partition_view view{ct::tensor_span{values, ct::extents{count}}, ct::shape<N>{}};
  sums[ct::bid().x] = static_cast<T>(ct::sum<0>(view.load_masked(ct::bid().x)));
}

template <typename T> T device_sum(std::vector<T> const &host) {
  constexpr int tile = 64;
  int count = static_cast<int>(host.size());
  T *values, *sums;
  cudaMalloc(&values, count * sizeof(T));
  cudaMemcpy(values, host.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  while (count > 1) {
    int const blocks = (count + tile - 1) / tile;
    cudaMalloc(&sums, blocks * sizeof(T));
    partial_sums<T, tile><<<blocks, 1>>>(values, sums, count);
    cudaFree(values);
    values = sums;
    count = blocks;
  }
  T result;
  cudaMemcpy(&result, values, sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(values);
  return result;
}

int main() {
  std::vector<int> host(1000);
  std::iota(host.begin(), host.end(), 1);
  int const sum = device_sum(host);
  printf("sum = %d (expected %d)\n", sum, std::accumulate(host.begin(), host.end(), 0));
  if (cudaError_t error = cudaGetLastError(); error != cudaSuccess)
    printf("%s\n", cudaGetErrorString(error));
}
