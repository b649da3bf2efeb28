#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <cuda_tile.h>

template <int Cols>
__tile_global__ void softmax_rows(const float* x, float* y) {
  namespace ct = cuda::tiles;
  auto at = int(ct::bid().x) * Cols + ct::iota<ct::tile<int, ct::shape<Cols>>>();
  auto v = ct::load(x + at);
  ct::store(y + at, ct::exp(v - v));
}

#define CASE(cols) \
  case cols: softmax_rows<cols><<<rows, 1, 0, stream>>>(x.data_ptr<float>(), y.data_ptr<float>()); break

torch::Tensor softmax(torch::Tensor x) {
  auto y = torch::empty_like(x);
  int rows = x.size(0), cols = x.size(-1);
  cudaStream_t stream = at::cuda::getCurrentCUDAStream();
  switch (cols) {
    CASE(64);
    CASE(128);
    CASE(256);
    CASE(512);
    CASE(1024);
    default: TORCH_CHECK(false, "unsupported number of columns ", cols);
  }
  return y;
}
