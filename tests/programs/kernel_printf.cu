// Output of kernels stands in order with that of the host.
//! on a GPU: tile blocks have no order
//> host before
//> block 0 of 3
//> block 1 of 3
//> block 2 of 3
//> host after
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void hello() { printf("block %d of %d\n", cuda::tiles::bid().x, cuda::tiles::num_blocks().x); }

int main() {
  std::printf("host before\n");
  hello<<<3, 1>>>();
  cudaDeviceSynchronize();
  std::printf("host after\n");
}
