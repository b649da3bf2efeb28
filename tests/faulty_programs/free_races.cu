// One stream frees what another one still reads.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void write(int *p) { *p = 3; }
__tile_global__ void read(const int *p, int *out) { *out = *p; }

int main() {
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEvent_t written, done;
  cudaEventCreate(&written);
  cudaEventCreate(&done);
  int *p, *out;
  cudaMalloc(&out, sizeof(int));
  cudaMallocAsync(&p, sizeof(int), a);
  write<<<1, 1, 0, a>>>(p);
  cudaEventRecord(written, a);
  cudaStreamWaitEvent(b, written);
  read<<<1, 1, 0, b>>>(p, out);
  cudaEventRecord(done, b);
#ifdef RIGHT
  cudaStreamWaitEvent(a, done);
#endif
  cudaFreeAsync(p, a); // finding: race between streams: `free` in the stream
  cudaDeviceSynchronize();
  cudaFree(out);
  cudaEventDestroy(written);
  cudaEventDestroy(done);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
