// STREAM triad, launched by macros.
#include <cuda_tile.h>
#include "timer.h"

template <class T, int N>
__tile_global__ void triad(T* a, const T* b, const T* c, T scalar) {
  namespace ct = cuda::tiles;
  auto at = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store(a + at, ct::load(b + at) + ct::load(c + at) * scalar);
}

#define LAUNCH(kernel, n, tile, ...) kernel<<<(n) / (tile), 1>>>(__VA_ARGS__)
#define RUN(T, tile)                                                     \
  do {                                                                   \
    DeviceBuffer<T> a(n), b(n), c(n);                                    \
    LAUNCH((triad<T, tile>), n, tile, a.get(), b.get(), c.get(), T(3));  \
    CHECK(cudaGetLastError());                                           \
  } while (0)

int main() {
  const int n = 1 << 20;
  RUN(float, 128);
  RUN(float, 512);
  RUN(double, 128);
  RUN(int, 64);
}
