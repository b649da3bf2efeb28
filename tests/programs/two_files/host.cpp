#include "host.h"

#include <cuda_runtime.h>
#include <iostream>
#include <vector>

#ifdef __CUDACC__
#error "this file is plain C++"
#endif

void print_device(const int *device, int count) {
  std::vector<int> host(count);
  cudaError_t error = cudaMemcpy(host.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess)
    std::cout << cudaGetErrorString(error) << ' ';
  for (int i = 0; i < count; ++i)
    std::cout << host[i] << (i + 1 < count ? ' ' : '\n');
}
