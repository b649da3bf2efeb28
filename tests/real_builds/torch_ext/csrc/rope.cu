#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <cuda_tile.h>

namespace rope {
namespace ct = cuda::tiles;
namespace detail {
template <class T, bool Inverse, int HeadDim>
__tile_global__ void rotate(T* x, const float* cos, const float* sin) {
  auto i = ct::iota<ct::tile<int, ct::shape<HeadDim>>>();
  auto v = ct::element_cast<float>(ct::load(x + (int(ct::bid().x) * HeadDim + i)));
  auto c = ct::load(cos + i), s = ct::load(sin + i);
  ct::store(x + (int(ct::bid().x) * HeadDim + i), ct::element_cast<T>(Inverse ? v * c - s : v * c + s));
}
}  // namespace detail

template <class T>
class Rope {
 public:
  explicit Rope(int heads) : heads_(heads) {}
  void forward(T* x, const float* cos, const float* sin) { launch<false>(x, cos, sin); }
  void backward(T* x, const float* cos, const float* sin) { launch<true>(x, cos, sin); }

 private:
  template <bool Inverse>
  void launch(T* x, const float* cos, const float* sin) {
    detail::rotate<T, Inverse, 64><<<heads_, 1, 0, at::cuda::getCurrentCUDAStream()>>>(x, cos, sin);
  }
  int heads_;
};
}  // namespace rope

void rope_forward(at::Tensor x, at::Tensor cos, at::Tensor sin) {
  rope::Rope<float> op(x.size(1));
  op.forward(x.data_ptr<float>(), cos.data_ptr<float>(), sin.data_ptr<float>());
}
void rope_backward(at::Tensor x, at::Tensor cos, at::Tensor sin) {
  rope::Rope<double> op(x.size(1));
  op.backward(x.data_ptr<double>(), cos.data_ptr<float>(), sin.data_ptr<float>());
}
