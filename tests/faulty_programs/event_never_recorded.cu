// The event that a stream waits for is one that nothing records: such a wait does nothing.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void load(int *buffer) { *buffer = 3; }
__tile_global__ void use(int *buffer) { *buffer = *buffer + 1; }

int main() {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaEvent_t loaded[2];
  for (auto &event : loaded)
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  int *buffer;
  cudaMalloc(&buffer, sizeof(int));
  load<<<1, 1, 0, a>>>(buffer);
  cudaEventRecord(loaded[0], a);
#ifdef RIGHT
  cudaStreamWaitEvent(b, loaded[0]);
#else
  cudaStreamWaitEvent(b, loaded[1]);
#endif
  use<<<1, 1, 0, b>>>(buffer); // finding: race between streams: `use(int* buffer)` in the stream
  cudaDeviceSynchronize();
  cudaFree(buffer);
  for (auto event : loaded)
    cudaEventDestroy(event);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
