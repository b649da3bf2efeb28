// cudaLaunchKernel and cudaLaunchKernelEx.
#include <cuda_tile.h>
#include "timer.h"
namespace ct = cuda::tiles;

template <class T>
__tile_global__ void add(T* a, const T* b) {
  auto at = int(ct::bid().x) * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store(a + at, ct::load(a + at) + ct::load(b + at));
}

template <class T>
void run_ex(T* a, T* b, int n, cudaStream_t stream) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(n / 64);
  config.blockDim = dim3(1);
  config.stream = stream;
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute[0].val.programmaticStreamSerializationAllowed = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, add<T>, a, static_cast<const T*>(b)));
}

int main() {
  const int n = 4096;
  DeviceBuffer<float> a(n), b(n);
  run_ex(a.get(), b.get(), n, nullptr);
  DeviceBuffer<int> c(n), d(n);
  int *pc = c, *pd = d;
  void* args[] = {&pc, &pd};
  CHECK(cudaLaunchKernel((const void*)add<int>, dim3(n / 64), dim3(1), args, 0, nullptr));
}
