// SAXPY with three tile sizes, each timed.
#include <cuda_tile.h>
#include "timer.h"
namespace ct = cuda::tiles;

template <int Tile>
__tile_global__ void saxpy(float a, const float* __restrict__ x, float* __restrict__ y) {
  auto at = int(ct::bid().x) * Tile + ct::iota<ct::tile<int, ct::shape<Tile>>>();
  ct::store(y + at, ct::load(x + at) * a + ct::load(y + at));
}

template <int Tile>
float bench(float* x, float* y, int n) {
  Timer timer;
  return timer.time(20, [&] { saxpy<Tile><<<n / Tile, 1>>>(2.0f, x, y); });
}

int main() {
  const int n = 1 << 24;
  DeviceBuffer<float> x(n), y(n);
  std::printf("64: %f ms\n", bench<64>(x, y, n));
  std::printf("256: %f ms\n", bench<256>(x, y, n));
  std::printf("1024: %f ms\n", bench<1024>(x, y, n));
}
