// Two files with a header, kernels of the other file, and the same names of internal linkage.
//> 7 7 7 7
//> 1114
//> 2251
#include <cstdio>
#include <cuda_tile.h>

#include "host.h"
#include "kernels.cuh"

static __tile_global__ void local(int *p) { *p = *p + 20; }
namespace {
__tile_global__ void hidden(int *p) { *p = *p + 3; }
} // namespace

int main() {
  int *data;
  cudaMalloc(&data, 4 * sizeof(int));
  fill<<<1, 1>>>(data, 7);
  print_device(data, 4);
  twice_from_kernels(data);
  print_device(data, 1);
  twice<<<1, 1>>>(data);
  local<<<1, 1>>>(data);
  hidden<<<1, 1>>>(data);
  print_device(data, 1);
  cudaFree(data);
}
