// The counter is cleared in one stream while a kernel of another one still counts.
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void count(int *counter) { ct::atomic_add(counter, 1, ct::memory_order_relaxed_t{}); }

int main() {
  cudaStream_t counting, clearing;
  cudaStreamCreateWithFlags(&counting, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&clearing, cudaStreamNonBlocking);
  int *counter;
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  cudaDeviceSynchronize();
  count<<<8, 1, 0, counting>>>(counter);
#ifdef RIGHT
  cudaMemsetAsync(counter, 0, sizeof(int), counting);
#else
  cudaMemsetAsync(counter, 0, sizeof(int), clearing); // finding: race between streams: `memset` in the stream
#endif
  cudaStreamSynchronize(counting);
  cudaStreamSynchronize(clearing);
  cudaFree(counter);
  cudaStreamDestroy(counting);
  cudaStreamDestroy(clearing);
}
