// CCCL's launch interface.
#include <cuda_tile.h>
#include <cuda/devices>
#include <cuda/launch>
#include <cuda/stream>
namespace ct = cuda::tiles;
template <class T> __tile_global__ void fill(T* p, T value) { ct::store(p, value); }
int main() {
  cuda::stream stream{cuda::devices[0]};
  auto config = cuda::make_config(cuda::grid_dims(4), cuda::block_dims<1>());
  float* p = nullptr;
  cuda::launch(stream, config, fill<float>, p, 1.0f);
  int* q = nullptr;
  cuda::launch(stream, cuda::make_config(cuda::make_hierarchy(cuda::grid_dims(2), cuda::block_dims<1>())), fill<int>, q, 2);
}
