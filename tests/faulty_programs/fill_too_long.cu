// The size of a pointer's type is counted twice.
#include <cuda_runtime.h>
#include <cuda_tile.h>

int main() {
  const int n = 50;
  short *p;
  cudaMalloc(&p, n * sizeof(short));
#ifdef RIGHT
  cudaMemset(p, 0, n * sizeof(short));
#else
  cudaMemset(p, 0, n * sizeof(short) * sizeof(short)); // finding: access of 200 bytes at byte 0 of memory of 100 bytes
#endif
  cudaFree(p);
}
