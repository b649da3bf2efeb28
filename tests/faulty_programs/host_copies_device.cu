// The C library copies from memory of the device.
//! ends with a signal
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <cstring>
#include <vector>

__device__ double table[16];

__tile_global__ void use(double *out) { *out = table[3]; }

int main() {
  double *address;
  std::vector<double> host(16, 0.5);
  cudaMemcpyToSymbol(table, host.data(), sizeof table);
  cudaGetSymbolAddress(reinterpret_cast<void **>(&address), table);
#ifdef RIGHT
  cudaMemcpy(host.data(), address, sizeof table, cudaMemcpyDeviceToHost);
#else
  std::memcpy(host.data(), address, host.size() * sizeof(double)); // finding: host code accesses memory of the device
#endif
  double *out;
  cudaMalloc(&out, sizeof(double));
  use<<<1, 1>>>(out);
  cudaFree(out);
  return host[3] == 0.5 ? 0 : 1;
}
