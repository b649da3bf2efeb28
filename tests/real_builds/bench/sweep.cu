// All tile sizes of an index sequence.
#include <cuda_tile.h>
#include <utility>
#include "timer.h"
namespace ct = cuda::tiles;

template <class T, int Log>
__tile_global__ void copy(const T* in, T* out) {
  auto at = int(ct::bid().x) * (1 << Log) + ct::iota<ct::tile<int, ct::shape<(1 << Log)>>>();
  ct::store(out + at, ct::load(in + at));
}

template <class T, int... Logs>
void sweep(const T* in, T* out, int n, std::integer_sequence<int, Logs...>) {
  Timer timer;
  ((std::printf("%d: %f\n", 1 << Logs, timer.time(5, [&] { copy<T, Logs + 4><<<n >> (Logs + 4), 1>>>(in, out); }))), ...);
}

int main() {
  DeviceBuffer<float> a(1 << 20), b(1 << 20);
  sweep<float>(a, b, 1 << 20, std::make_integer_sequence<int, 5>{});
  DeviceBuffer<short> c(1 << 20), d(1 << 20);
  sweep<short>(c, d, 1 << 20, std::integer_sequence<int, 2, 6>{});
}
