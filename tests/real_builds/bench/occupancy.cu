// The kernel is passed to functions of the runtime before it is launched.
#include <cuda_tile.h>
#include "timer.h"
namespace ct = cuda::tiles;

template <int N>
__tile_global__ void fill(float* p, float v) {
  ct::store(p + int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>(), ct::full<ct::tile<float, ct::shape<N>>>(v));
}

int main() {
  int blocks = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill<128>, 128, 0));
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, fill<256>));
  CHECK(cudaFuncSetAttribute(fill<512>, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 16));
  auto kernel = fill<1024>;
  DeviceBuffer<float> p(1 << 16);
  kernel<<<64, 1>>>(p, 1.0f);
  void* address = reinterpret_cast<void*>(&fill<32>);
  return address == nullptr;
}
