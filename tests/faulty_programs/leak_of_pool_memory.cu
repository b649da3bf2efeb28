// Temporary memory of a pool, and pinned memory, that a loop forgets.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void square(int *p) { *p = *p * *p; }

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int total = 0;
  for (int i = 0; i < 3; ++i) {
    int *device, *staging;
    cudaMallocHost(&staging, sizeof(int)); // finding: memory of 12 bytes in 3 allocations is not freed when the program ends
    cudaMallocAsync(&device, sizeof(int), stream); // finding: memory of 12 bytes in 3 allocations is not freed when the program ends
    *staging = i;
    cudaMemcpyAsync(device, staging, sizeof(int), cudaMemcpyHostToDevice, stream);
    square<<<1, 1, 0, stream>>>(device);
    cudaMemcpyAsync(staging, device, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    total += *staging;
#ifdef RIGHT
    cudaFreeAsync(device, stream);
    cudaFreeHost(staging);
#endif
  }
  cudaStreamDestroy(stream);
  return total == 5 ? 0 : 1;
}
