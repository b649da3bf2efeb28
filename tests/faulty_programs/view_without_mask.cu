// The last tile of a view is only partly there, and is loaded and stored without a mask.
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <vector>

namespace ct = cuda::tiles;

__tile_global__ void relu(const float *in, float *out, int n) {
  ct::partition_view from{ct::tensor_span{in, ct::extents{n}}, ct::shape<32>{}};
  ct::partition_view to{ct::tensor_span{out, ct::extents{n}}, ct::shape<32>{}};
  auto block = ct::bid().x;
#ifdef RIGHT
  auto x = from.load_masked(block);
#else
  auto x = from.load(block); // finding: kernel `relu(const float* in, float* out, int n)`: unmasked view access partly outside
#endif
  to.store_masked(ct::max(x, 0.0f), block);
}

int main() {
  const int n = 80;
  std::vector<float> host(n, -1.0f);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  relu<<<(n + 31) / 32, 1>>>(in, out, n);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
