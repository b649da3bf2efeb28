// Memory of the device is freed as if it were pinned memory of the host.
#include <cuda_runtime.h>
#include <cuda_tile.h>

int main() {
  void *p;
  cudaMalloc(&p, 64);
#ifndef RIGHT
  cudaFreeHost(p); // finding: free of memory that is freed already, or that another function frees
#endif
  cudaFree(p);
}
