// One plain kernel, one template that is never used, and one that a table of pointers uses.
#include <cuda_tile.h>
#include <array>
#include "timer.h"
namespace ct = cuda::tiles;

__tile_global__ void reduce_plain(const float* in, float* out) {
  auto at = int(ct::bid().x) * 256 + ct::iota<ct::tile<int, ct::shape<256>>>();
  ct::store(out + int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<1>>>(), ct::sum(ct::load(in + at), ct::integral_constant<0>{}));
}

template <int N>
__tile_global__ void reduce_n(const float* in, float* out) {
  auto at = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store(out + int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<1>>>(), ct::sum(ct::load(in + at), ct::integral_constant<0>{}));
}

template <int N>
__tile_global__ void reduce_unused(const float* in, float* out) {
  ct::store(out, ct::load(in));
}

using Kernel = void (*)(const float*, float*);
struct Entry {
  int tile;
  Kernel kernel;
};
static const std::array<Entry, 4> table = {{{32, reduce_n<32>}, {64, reduce_n<64>}, {128, &reduce_n<128>}, {256, reduce_plain}}};

int main() {
  const int n = 1 << 20;
  DeviceBuffer<float> in(n), out(n / 32);
  for (const Entry& entry : table) entry.kernel<<<n / entry.tile, 1>>>(in, out);
  CHECK(cudaDeviceSynchronize());
}
