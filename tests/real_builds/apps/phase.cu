// A library whose functions for the GPU no host compiler reads; what is launched does not depend on the pass.
#include <cuda_tile.h>
#include <cmath>
#include <complex>

#ifdef __CUDA_ARCH__
#define USING_STD(function) using ::function
#else
#define USING_STD(function) using std::function
#endif

namespace lib {
template <class T> __host__ __device__ auto phase(const std::complex<T>& z) {
  USING_STD(arg);
  return arg(z);
}
}  // namespace lib

template <class T, int N> __tile_global__ void rotate(T* x, T angle) {
  namespace ct = cuda::tiles;
  auto at = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store(x + at, ct::load(x + at) + angle);
}

template <class T> void run(const std::complex<T>& z, T* x, int n) {
#ifdef __CUDA_ARCH__
  rotate<T, 128><<<n / 128, 1>>>(x, T{});
#else
  rotate<T, 128><<<n / 128, 1>>>(x, lib::phase(z));
#endif
}

int main() {
  run(std::complex<float>(1, 1), static_cast<float*>(nullptr), 1024);
  run<double>({0, 1}, nullptr, 1024);
}
