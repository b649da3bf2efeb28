// Two dispatches nest; index and scalar types are arguments.
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <typename scalar_t, typename index_t>
__tile_global__ void gather(const scalar_t* logits, const index_t* target, scalar_t* loss, int classes) {
  auto row = int(ct::bid().x) * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
  auto t = ct::element_cast<int>(ct::load(target + row));
  ct::store(loss + row, ct::load(logits + (row * classes + t)));
}

at::Tensor cross_entropy(at::Tensor logits, at::Tensor target) {
  auto loss = at::empty({logits.size(0)}, logits.options());
  AT_DISPATCH_FLOATING_TYPES(logits.scalar_type(), "cross_entropy", [&] {
    using value_t = scalar_t;
    AT_DISPATCH_INTEGRAL_TYPES(target.scalar_type(), "cross_entropy_index", [&] {
      gather<<<logits.size(0) / 64, 1, 0, at::cuda::getCurrentCUDAStream()>>>(
          static_cast<const value_t*>(logits.data_ptr<value_t>()), static_cast<const scalar_t*>(target.data_ptr<scalar_t>()),
          loss.data_ptr<value_t>(), static_cast<int>(logits.size(1)));
    });
  });
  return loss;
}
