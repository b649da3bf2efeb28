#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// Names its kernels by macros; the launch is one too.
#define TILE 128
#define KERNEL(name, ...) template <class T> __tile_global__ void name##_kernel(__VA_ARGS__)
#define GRID(n) <<<((n) + TILE - 1) / TILE, 1, 0, at::cuda::getCurrentCUDAStream()>>>

KERNEL(adam, T* p, const T* g, T* m, T lr) {
  auto at = int(ct::bid().x) * TILE + ct::iota<ct::tile<int, ct::shape<TILE>>>();
  auto next = ct::load(m + at) * T(0.9) + ct::load(g + at) * T(0.1);
  ct::store(m + at, next);
  ct::store(p + at, ct::load(p + at) - next * lr);
}
KERNEL(sgd, T* p, const T* g, T lr) {
  auto at = int(ct::bid().x) * TILE + ct::iota<ct::tile<int, ct::shape<TILE>>>();
  ct::store(p + at, ct::load(p + at) - ct::load(g + at) * lr);
}

void step(std::vector<at::Tensor>& params, std::vector<at::Tensor>& grads, std::vector<at::Tensor>& moments, double lr) {
  for (std::size_t i = 0; i < params.size(); ++i) {
    at::Tensor &p = params[i], &g = grads[i], &m = moments[i];
    AT_DISPATCH_FLOATING_TYPES(p.scalar_type(), "adam", [&] {
      adam_kernel<scalar_t> GRID(p.numel())(p.template data_ptr<scalar_t>(), g.template data_ptr<scalar_t>(), m.template data_ptr<scalar_t>(), lr);
    });
    if (m.numel() == 0) sgd_kernel<float> GRID(p.numel())(p.data_ptr<float>(), g.data_ptr<float>(), float(lr));
  }
}
