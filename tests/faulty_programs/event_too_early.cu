// The event is recorded in front of the kernel that it stands for.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void produce(float *x) { x[0] = 1; }
__tile_global__ void consume(float *x) { x[0] = x[0] * 2; }

int main() {
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  float *x;
  cudaMalloc(&x, sizeof(float));
#ifndef RIGHT
  cudaEventRecord(event, a);
#endif
  produce<<<1, 1, 0, a>>>(x);
#ifdef RIGHT
  cudaEventRecord(event, a);
#endif
  cudaStreamWaitEvent(b, event, 0);
  consume<<<1, 1, 0, b>>>(x); // finding: race between streams: `consume(float* x)` in the stream
  cudaStreamSynchronize(a);
  cudaStreamSynchronize(b);
  cudaFree(x);
  cudaEventDestroy(event);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
