// A header of three bytes in front of the numbers.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void first(char *packet, int *out) {
#ifdef RIGHT
  *out = *reinterpret_cast<int *>(packet + 4);
#else
  *out = *reinterpret_cast<int *>(packet + 3); // finding: kernel `first(char* packet, int* out)`: access through an invalid or misaligned pointer
#endif
}

int main() {
  char *packet;
  int *out;
  cudaMalloc(&packet, 16);
  cudaMalloc(&out, sizeof(int));
  cudaMemset(packet, 1, 16);
  first<<<1, 1>>>(packet, out);
  cudaDeviceSynchronize();
  cudaFree(packet);
  cudaFree(out);
}
