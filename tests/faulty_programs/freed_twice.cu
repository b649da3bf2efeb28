// Both error handling and the end of the function free.
#include <cuda_runtime.h>
#include <cuda_tile.h>

static int work(bool fails) {
  float *a = nullptr;
  int status = 0;
  cudaMalloc(&a, 256);
  if (fails) {
    cudaFree(a);
#ifdef RIGHT
    a = nullptr;
#endif
    status = 1;
  }
  cudaFree(a); // finding: free of memory that is freed already
  return status;
}

int main() { return work(true) == 1 ? 0 : 1; }
