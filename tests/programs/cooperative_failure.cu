// A tile block of a cooperative launch fails while the others wait for it: the launch ends with the error.
//! findings: 1
//> met: cudaErrorAssert
#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void meet(int *arrived, int failing) {
  const int blocks = ct::num_blocks().x;
  assert(int(ct::bid().x) != failing);
  ct::atomic_add(arrived, 1, ct::memory_order_acq_rel_t{});
  while (ct::atomic_load(arrived, ct::memory_order_acquire_t{}) < blocks) {
  }
}

int main() {
  int *arrived, failing = 3;
  cudaMalloc(&arrived, sizeof(int));
  cudaMemset(arrived, 0, sizeof(int));
  void *arguments[] = {&arrived, &failing};
  cudaLaunchCooperativeKernel((void *)meet, dim3(8), dim3(1), arguments);
  std::printf("met: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(arrived);
}
