// Stream-ordered memory is used in its stream behind the free.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void set(int *p, int value) {
  *p = value; // finding: kernel `set(int* p, int value)`: access through an invalid
}

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *p;
  cudaMallocAsync(&p, sizeof(int), stream);
  set<<<1, 1, 0, stream>>>(p, 1);
#ifndef RIGHT
  cudaFreeAsync(p, stream);
#endif
  set<<<1, 1, 0, stream>>>(p, 2);
#ifdef RIGHT
  cudaFreeAsync(p, stream);
#endif
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
}
