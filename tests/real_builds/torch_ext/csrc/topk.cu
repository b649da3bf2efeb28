#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int K, int... Rest> struct Dispatch;

template <int N, int K>
__tile_global__ void topk(const float* x, float* y) {
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store_masked(y + i, ct::load(x + i), i < K);
}

template <int K, int... Rest>
struct Dispatch {
  static void run(int k, const float* x, float* y) {
    if (k == K)
      topk<1024, K><<<1, 1>>>(x, y);
    else if constexpr (sizeof...(Rest) > 0)
      Dispatch<Rest...>::run(k, x, y);
  }
};

at::Tensor topk_forward(at::Tensor x, int64_t k) {
  auto y = at::empty({k}, x.options());
  Dispatch<1, 2, 4, 8, 16>::run(k, x.data_ptr<float>(), y.data_ptr<float>());
  return y;
}
