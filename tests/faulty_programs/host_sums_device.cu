// An algorithm of the standard library runs over an array of the device.
//! ends with a signal
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <cstdio>
#include <numeric>

namespace ct = cuda::tiles;

__tile_global__ void ones(int *p) { ct::store(p + ct::iota<ct::tile<int, ct::shape<8>>>(), ct::full<ct::tile<int, ct::shape<8>>>(1)); }

int main() {
  int *p, host[8];
  cudaMalloc(&p, sizeof host);
  ones<<<1, 1>>>(p);
  cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
#ifdef RIGHT
  const int *first = host;
#else
  const int *first = p;
#endif
  const int sum = std::accumulate(first, first + 8, 0); // finding: host code accesses memory of the device
  std::printf("%d\n", sum);
  cudaFree(p);
}
