// A number of elements is taken for one of bytes when memory is allocated.
#include <cuda_runtime.h>
#include <vector>

int main() {
  std::vector<double> host(100, 1.0);
  double *device;
#ifdef RIGHT
  cudaMalloc(&device, host.size() * sizeof(double));
#else
  cudaMalloc(&device, host.size());
#endif
  cudaMemcpy(device, host.data(), host.size() * sizeof(double), cudaMemcpyHostToDevice); // finding: access of 800 bytes at byte 0 of memory of 100 bytes
  cudaFree(device);
}
