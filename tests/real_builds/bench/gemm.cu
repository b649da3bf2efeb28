// A product with configurations as class types of template parameters.
#include <cuda_fp16.h>
#include <cuda_tile.h>
#include "timer.h"
namespace ct = cuda::tiles;

struct Config {
  int m, n, k;
};

template <class T, Config C>
__tile_global__ void gemm(const T* a, const T* b, float* c, int n) {
  auto row = ct::iota<ct::tile<int, ct::shape<C.m>>>();
  auto sum = ct::zeros<ct::tile<float, ct::shape<C.m>>>();
  for (int k = 0; k < n; k += C.k) sum = sum + ct::element_cast<float>(ct::load(a + row * n + k)) * float(k);
  ct::store(c + row, sum);
}

template <Config... Cs>
struct Candidates {
  template <class T>
  static void run(const T* a, const T* b, float* c, int n) {
    (gemm<T, Cs><<<dim3(n / Cs.m, n / Cs.n), 1>>>(a, b, c, n), ...);
  }
};
using All = Candidates<Config{64, 64, 16}, Config{128, 64, 32}, Config{128, 128, 32}>;

int main() {
  const int n = 1024;
  DeviceBuffer<__half> a(n * n), b(n * n);
  DeviceBuffer<float> c(n * n);
  All::run<__half>(a, b, c, n);
  DeviceBuffer<float> af(n * n), bf(n * n);
  All::run<float>(af, bf, c, n);
}
