// Two buffers in turn, but the copy into the first one again does not wait for the kernel that reads it.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void add(const int *in, int *total) { *total += *in; }

int main() {
  cudaStream_t copies, kernels;
  cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking);
  cudaEvent_t filled[2], read[2];
  int *in[2], *total, *pinned;
  cudaMallocHost(&pinned, 4 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  for (int b = 0; b < 2; ++b) {
    cudaEventCreate(&filled[b]);
    cudaEventCreate(&read[b]);
    cudaMalloc(&in[b], sizeof(int));
  }
  cudaDeviceSynchronize();
  for (int i = 0; i < 3; ++i) {
    const int b = i % 2;
    pinned[i] = i;
#ifdef RIGHT
    cudaStreamWaitEvent(copies, read[b]);
#endif
    cudaMemcpyAsync(in[b], pinned + i, sizeof(int), cudaMemcpyHostToDevice, copies); // finding: race between streams: `memcpy HtoD` in the stream
    cudaEventRecord(filled[b], copies);
    cudaStreamWaitEvent(kernels, filled[b]);
    add<<<1, 1, 0, kernels>>>(in[b], total);
    cudaEventRecord(read[b], kernels);
  }
  cudaDeviceSynchronize();
  for (int b = 0; b < 2; ++b) {
    cudaFree(in[b]);
    cudaEventDestroy(filled[b]);
    cudaEventDestroy(read[b]);
  }
  cudaFree(total);
  cudaFreeHost(pinned);
  cudaStreamDestroy(copies);
  cudaStreamDestroy(kernels);
}
