// Rows of a pitched image, one too many.
#include <cuda_runtime.h>
#include <vector>

int main() {
  const size_t width = 30, height = 4;
  std::vector<unsigned char> host(width * (height + 1));
  unsigned char *image;
  size_t pitch;
  cudaMallocPitch(&image, &pitch, width, height);
#ifdef RIGHT
  const size_t rows = height;
#else
  const size_t rows = height + 1;
#endif
  cudaMemcpy2D(image, pitch, host.data(), width, width, rows, cudaMemcpyHostToDevice); // finding: access of 2078 bytes at byte 0 of memory of 2048 bytes
  cudaFree(image);
  return 0;
}
