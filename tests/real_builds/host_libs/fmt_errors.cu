// Messages in macros around launches.
#include <cuda_tile.h>
#include "check.h"
namespace ct = cuda::tiles;

template <class T, int N> __tile_global__ void axpy(T a, const T* x, T* y) {
  auto at = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store(y + at, ct::load(x + at) * a + ct::load(y + at));
}
template <int... Dims> __tile_global__ void clear(float* y) {
  constexpr int n = (Dims * ... * 1);
  ct::store(y + ct::iota<ct::tile<int, ct::shape<n>>>(), ct::zeros<ct::tile<float, ct::shape<n>>>());
}
#define FOR_TYPE(T, name) \
  if (type == #name) return LAUNCH((axpy<T, 256>), n / 256, T(2), static_cast<const T*>(x), static_cast<T*>(y))

void run(const std::string& type, int n, const void* x, void* y) {
  FOR_TYPE(float, f32);
  FOR_TYPE(double, f64);
  FOR_TYPE(int, i32);
  throw std::invalid_argument(fmt::format("no type \"{}\"", type));
}
int main(int argc, char** argv) {
  float* y = nullptr;
  CUDA_CHECK(cudaMalloc(&y, 1 << 20));
  LAUNCH((clear<8, 16>), 1, y);
  LAUNCH(clear<>, 1, y);
  for (int i = 1; i < argc; ++i) run(argv[i], 1 << 16, y, y);
  CUDA_CHECK(cudaDeviceSynchronize(), cudaFree(y));
}
