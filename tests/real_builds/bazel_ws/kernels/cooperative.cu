// Grids by CCCL's launch interface, and by the runtime's.
#include <cuda_tile.h>
#include <vector>
namespace ct = cuda::tiles;
template <class T> __tile_global__ void one(T* p) { ct::store(p, T(1)); }
template <class T> __tile_global__ void two(T* p, int n) { ct::store(p, T(n)); }
template <class T, class... Args>
cudaError_t launch(void (*kernel)(T*, Args...), dim3 grid, T* p, Args... args) {
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = 1;
  std::vector<cudaLaunchAttribute> attributes(1);
  attributes[0].id = cudaLaunchAttributeClusterDimension;
  attributes[0].val.clusterDim.x = 1;
  attributes[0].val.clusterDim.y = 1;
  attributes[0].val.clusterDim.z = 1;
  config.attrs = attributes.data();
  config.numAttrs = static_cast<unsigned>(attributes.size());
  return cudaLaunchKernelEx(&config, kernel, p, args...);
}
void run(float* f, int* i) {
  launch(one<float>, dim3(4), f);
  launch(two<int>, 4, i, 3);
  void* args[] = {&f};
  cudaLaunchCooperativeKernel(one<double>, dim3(1), dim3(1), args);
  cudaLaunchConfig_t config{};
  cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(&two<char>), args);
}
