// An early return forgets a buffer.
#include <cuda_runtime.h>
#include <cuda_tile.h>

static int attempt(int n) {
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float)); // finding: memory of 40 bytes is not freed when the program ends
  cudaMalloc(&b, n * sizeof(float));
  if (n < 100) {
    cudaFree(b);
#ifdef RIGHT
    cudaFree(a);
#endif
    return 0;
  }
  cudaFree(a);
  cudaFree(b);
  return 1;
}

int main() { return attempt(10); }
