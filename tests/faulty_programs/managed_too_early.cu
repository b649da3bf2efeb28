// The result in unified memory is read before the kernel has written it.
//! warns: E0908 E0908
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <cstdio>

namespace ct = cuda::tiles;

__tile_global__ void sum(const int *values, int *total) {
  *total = static_cast<int>(ct::sum<0>(ct::load(values + ct::iota<ct::tile<int, ct::shape<16>>>())));
}

int main() {
  int *values, *total;
  cudaMallocManaged(&values, 16 * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  for (int i = 0; i < 16; ++i)
    values[i] = i;
  sum<<<1, 1>>>(values, total);
#ifdef RIGHT
  cudaDeviceSynchronize();
#endif
  const int first = values[0];
  std::printf("%d %d\n", first, *total); // finding: race with the host: host code reads
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(total);
}
