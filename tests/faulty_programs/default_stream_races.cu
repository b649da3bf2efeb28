// A stream that does not block the default stream is taken for one that does.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void set(int *p) { *p = 1; }

int main() {
  cudaStream_t stream;
#ifdef RIGHT
  cudaStreamCreateWithFlags(&stream, cudaStreamDefault);
#else
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
#endif
  int *p, value;
  cudaMalloc(&p, sizeof(int));
  set<<<1, 1, 0, stream>>>(p);
  cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost); // finding: race between streams: `memcpy DtoH` in the default stream
  cudaStreamSynchronize(stream);
  cudaFree(p);
  cudaStreamDestroy(stream);
}
