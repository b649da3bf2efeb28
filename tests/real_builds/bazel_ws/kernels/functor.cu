// Launching function objects, free function templates with kernels as arguments, `std::invoke`.
#include <cuda_tile.h>
#include <functional>
#include <tuple>
namespace ct = cuda::tiles;
template <class T, int N> __tile_global__ void axpb(T* p, T a, T b) {
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store(p + i, ct::load(p + i) * a + b);
}
template <auto Kernel> struct Launch {
  template <class... Args> void operator()(Args... args) const { Kernel<<<1, 1>>>(args...); }
};
template <class... Params> auto bind(void (*kernel)(Params...), int grid) {
  return [=](Params... params) { kernel<<<grid, 1>>>(params...); };
}
void run(float* p, double* d) {
  Launch<axpb<float, 16>>{}(p, 1.f, 2.f);
  std::invoke(Launch<&axpb<double, 16>>(), d, 1., 2.);
  bind(axpb<float, 32>, 4)(p, 1.f, 0.f);
  std::apply(bind(axpb<double, 64>, 2), std::make_tuple(d, 1., 0.));
}
