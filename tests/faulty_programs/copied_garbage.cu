// A buffer that nothing has written is copied, and its copy is used.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void clamp(const int *in, int *out) {
  if (*in > 10) // finding: kernel `clamp(const int* in, int* out)`: use of a value that was never given
    *out = 10;
  else
    *out = 1;
}

int main() {
  int *a, *b, *out;
  cudaMalloc(&a, sizeof(int));
  cudaMalloc(&b, sizeof(int));
  cudaMalloc(&out, sizeof(int));
#ifdef RIGHT
  cudaMemset(a, 0, sizeof(int));
#endif
  cudaMemcpy(b, a, sizeof(int), cudaMemcpyDeviceToDevice);
  clamp<<<1, 1>>>(b, out);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
}
