// The total is added to, and nothing sets it to zero.
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <cstdio>
#include <vector>

namespace ct = cuda::tiles;

__tile_global__ void total(const int *in, int *out) {
  auto i = int(ct::bid().x) * 8 + ct::iota<ct::tile<int, ct::shape<8>>>();
  int sum = static_cast<int>(ct::sum<0>(ct::load(in + i)));
  ct::atomic_add(out, sum, ct::memory_order_relaxed_t{}); // finding: kernel `total(const int* in, int* out)`: use of a value that was never given
}

int main() {
  std::vector<int> host(32, 1);
  int *in, *out, sum;
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, host.data(), 32 * sizeof(int), cudaMemcpyHostToDevice);
#ifdef RIGHT
  cudaMemset(out, 0, sizeof(int));
#endif
  total<<<4, 1>>>(in, out);
  cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
  std::printf("%d\n", sum);
  cudaFree(in);
  cudaFree(out);
}
