// The pinned buffer is filled for the next batch while the copy of this one may still read it.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void accumulate(const float *batch, float *sum) {
  for (int i = 0; i < 8; ++i)
    *sum = *sum + batch[i];
}

static void fill(float *buffer, int batch) {
  for (int i = 0; i < 8; ++i)
    buffer[i] = float(batch + i); // finding: race with the host: host code writes
}

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  float *staging, *batch, *sum;
  cudaHostAlloc(&staging, 8 * sizeof(float), cudaHostAllocDefault);
  cudaMalloc(&batch, 8 * sizeof(float));
  cudaMalloc(&sum, sizeof(float));
  cudaMemset(sum, 0, sizeof(float));
  for (int i = 0; i < 3; ++i) {
    fill(staging, i);
    cudaMemcpyAsync(batch, staging, 8 * sizeof(float), cudaMemcpyHostToDevice, stream);
    accumulate<<<1, 1, 0, stream>>>(batch, sum);
#ifdef RIGHT
    cudaStreamSynchronize(stream);
#endif
  }
  cudaDeviceSynchronize();
  cudaFreeHost(staging);
  cudaFree(batch);
  cudaFree(sum);
  cudaStreamDestroy(stream);
}
