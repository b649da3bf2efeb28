// A diamond of streams: one prepares, two compute beside each other, one adds up what both made. Only events order them.
//> join of 3^2 and 3*10: 39
//> events without timing have no time: cudaErrorInvalidResourceHandle
//> 100 rounds: 3900
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void put(int *cell, int value) { *cell = value; }
__tile_global__ void square(const int *in, int *out) { *out = *in * *in; }
__tile_global__ void times_ten(const int *in, int *out) { *out = *in * 10; }
__tile_global__ void accumulate(int *total, const int *left, const int *right) { *total += *left + *right; }

struct Diamond {
  cudaStream_t start, left, right;
  cudaEvent_t ready, left_done, right_done, joined;
  int *cells; // input, left, right, total

  Diamond() {
    for (cudaStream_t *s : {&start, &left, &right})
      cudaStreamCreateWithFlags(s, cudaStreamNonBlocking);
    for (cudaEvent_t *e : {&ready, &left_done, &right_done, &joined})
      cudaEventCreateWithFlags(e, cudaEventDisableTiming);
    cudaMalloc(&cells, 4 * sizeof(int));
    cudaMemset(cells, 0, 4 * sizeof(int));
    cudaDeviceSynchronize();
  }
  ~Diamond() {
    cudaFree(cells);
    for (cudaEvent_t e : {ready, left_done, right_done, joined})
      cudaEventDestroy(e);
    for (cudaStream_t s : {start, left, right})
      cudaStreamDestroy(s);
  }
  void round(int value) {
    put<<<1, 1, 0, start>>>(cells, value);
    cudaEventRecord(ready, start);
    cudaStreamWaitEvent(left, ready);
    cudaStreamWaitEvent(right, ready);
    square<<<1, 1, 0, left>>>(cells, cells + 1);
    times_ten<<<1, 1, 0, right>>>(cells, cells + 2);
    cudaEventRecord(left_done, left);
    cudaEventRecord(right_done, right);
    cudaStreamWaitEvent(start, left_done, 0);
    cudaStreamWaitEvent(start, right_done, 0);
    accumulate<<<1, 1, 0, start>>>(cells + 3, cells + 1, cells + 2);
    cudaEventRecord(joined, start);
  }
  int total() {
    int value;
    cudaEventSynchronize(joined);
    cudaMemcpy(&value, cells + 3, sizeof value, cudaMemcpyDeviceToHost);
    return value;
  }
};

int main() {
  Diamond diamond;
  diamond.round(3);
  std::printf("join of 3^2 and 3*10: %d\n", diamond.total());
  float ms;
  const cudaError_t none = cudaEventElapsedTime(&ms, diamond.ready, diamond.joined);
  std::printf("events without timing have no time: %s\n", cudaGetErrorName(none));
  cudaGetLastError();
  for (int i = 1; i < 100; ++i)
    diamond.round(3);
  std::printf("100 rounds: %d\n", diamond.total());
}
