// Half of the buffer is copied in, and all of it is read.
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <vector>

namespace ct = cuda::tiles;

__tile_global__ void sum(const int *in, int *out) {
  auto values = ct::load(in + ct::iota<ct::tile<int, ct::shape<8>>>()); // finding: kernel `sum(const int* in, int* out)`: use of a value that was never given
  if (static_cast<int>(ct::sum<0>(values)) > 3)
    *out = 1;
  else
    *out = 0;
}

int main() {
  std::vector<int> host(8, 1);
  int *in, *out;
  cudaMalloc(&in, 8 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
#ifdef RIGHT
  cudaMemcpy(in, host.data(), 8 * sizeof(int), cudaMemcpyHostToDevice);
#else
  cudaMemcpy(in, host.data(), 8, cudaMemcpyHostToDevice);
#endif
  sum<<<1, 1>>>(in, out);
  cudaFree(in);
  cudaFree(out);
}
