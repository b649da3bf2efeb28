// The runtime's messages for mistakes.
//> configuration: cudaErrorInvalidConfiguration: invalid configuration argument
//> after it was read: no error
//> free of what is not allocated: invalid argument
//> copy beyond the end: invalid argument
//> wrong direction: invalid argument
//> too much memory: out of memory
//> device 5: invalid device ordinal
//> destroyed stream: invalid resource handle
//> without an error: no error
//> kernel: an illegal memory access was encountered
//> still: an illegal memory access was encountered
//> after a reset: 42
//! on a GPU: CUDA does not promise that a process works again behind an error of a kernel
//! stderr: error_handling.cu:25:5: error: kernel `store_at(int* p, long index)`: access of 4 bytes outside of every object
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <vector>

__tile_global__ void answer(int *p) { *p = 42; }

__tile_global__ void store_at(int *p, long index) {
  // The device stops here.
  p[index] = 1;
}

static void show(const char *what, cudaError_t error) { std::printf("%s: %s\n", what, cudaGetErrorString(error)); }

int main() {
  int *p = nullptr;
  cudaMalloc(&p, 10 * sizeof(int));
  answer<<<0, 1>>>(p);
  const cudaError_t error = cudaGetLastError();
  std::printf("configuration: %s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
  show("after it was read", cudaGetLastError());

  int local[20];
  show("free of what is not allocated", cudaFree(local));
  show("copy beyond the end", cudaMemcpy(local, p, sizeof local, cudaMemcpyDeviceToHost));
  show("wrong direction", cudaMemcpy(local, p, 4, cudaMemcpyHostToDevice));
  void *large;
  show("too much memory", cudaMalloc(&large, size_t(1) << 60));
  show("device 5", cudaSetDevice(5));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamDestroy(stream);
  show("destroyed stream", cudaStreamSynchronize(stream));
  cudaGetLastError();
  show("without an error", cudaPeekAtLastError());

  store_at<<<1, 1>>>(p, 1L << 40);
  show("kernel", cudaDeviceSynchronize());
  show("still", cudaMalloc(&large, 4));

  cudaDeviceReset();
  cudaMalloc(&p, sizeof(int));
  answer<<<1, 1>>>(p);
  cudaMemcpy(local, p, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("after a reset: %d\n", local[0]);
}
//! findings: 5
//! warns: E0565 E0909
