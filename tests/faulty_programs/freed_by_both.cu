// The stream frees the buffer, and so does the end of the function.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void fill(int *p) { *p = 5; }

static int fetch(cudaStream_t stream) {
  int *p, value = 0;
  cudaMallocAsync(&p, sizeof(int), stream);
  fill<<<1, 1, 0, stream>>>(p);
  cudaMemcpyAsync(&value, p, sizeof value, cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(p, stream);
  cudaStreamSynchronize(stream);
#ifndef RIGHT
  cudaFree(p); // finding: free of memory that is freed already
#endif
  return value;
}

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  const int value = fetch(stream);
  cudaStreamDestroy(stream);
  return value == 5 ? 0 : 1;
}
