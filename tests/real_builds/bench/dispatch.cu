// A switch over run-time values, and `if constexpr`.
#include <cuda_tile.h>
#include <stdexcept>
#include <string>
#include "timer.h"
namespace ct = cuda::tiles;

template <class T, int N, bool Vector>
__tile_global__ void norm(const T* in, T* out) {
  auto at = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  auto x = ct::load(in + at);
  if constexpr (Vector)
    ct::store(out + at, x * x);
  else
    ct::store(out + at, x + x);
}

template <class T, int N>
void launch(const T* in, T* out, int n, bool vector) {
  if constexpr (N >= 256) {
    norm<T, N, false><<<n / N, 1>>>(in, out);
  } else {
    if (vector)
      norm<T, N, true><<<n / N, 1>>>(in, out);
    else
      norm<T, N, false><<<n / N, 1>>>(in, out);
  }
}

template <class T>
void dispatch(const T* in, T* out, int n, int tile, bool vector) {
  switch (tile) {
    case 64: return launch<T, 64>(in, out, n, vector);
    case 128: return launch<T, 128>(in, out, n, vector);
    case 256: return launch<T, 256>(in, out, n, vector);
    default: throw std::runtime_error("no tile of " + std::to_string(tile));
  }
}

int main(int argc, char** argv) {
  DeviceBuffer<float> a(1 << 16), b(1 << 16);
  try {
    dispatch<float>(a, b, 1 << 16, argc > 1 ? std::stoi(argv[1]) : 64, true);
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
  }
}
