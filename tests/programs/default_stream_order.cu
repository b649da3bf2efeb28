// The legacy default stream waits for blocking streams and they for it; a non-blocking stream does neither.
//> launch returned while the host function ran: yes
//> default stream is busy: cudaErrorNotReady
//> non-blocking stream went ahead: 7
//> blocking stream, then default stream, then blocking stream: 1 2 3
//> a blocking stream waits for a host function of the default stream: 8
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

#include <cuda_runtime.h>
#include <cuda_tile.h>

static void write_slowly(void *cell) {
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  *static_cast<int *>(cell) = 8;
}

static std::atomic<bool> may_go{false}, has_begun{false};

static void hold(void *) {
  has_begun = true;
  while (!may_go)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

__tile_global__ void append(int *list, int value) {
  int length = list[0];
  list[length + 1] = value;
  list[0] = length + 1;
}
__tile_global__ void set(int *cell, int value) { *cell = value; }

int main() {
  cudaStream_t blocking, free_running;
  cudaStreamCreate(&blocking);
  cudaStreamCreateWithFlags(&free_running, cudaStreamNonBlocking);
  int *list, *cell, *pinned;
  cudaMalloc(&list, 8 * sizeof(int));
  cudaMalloc(&cell, sizeof(int));
  cudaMallocHost(&pinned, sizeof(int));
  cudaMemset(list, 0, 8 * sizeof(int));
  cudaDeviceSynchronize();

  cudaLaunchHostFunc(blocking, hold, nullptr);
  append<<<1, 1, 0, blocking>>>(list, 1);
  append<<<1, 1>>>(list, 2);
  append<<<1, 1, 0, blocking>>>(list, 3);
  while (!has_begun)
    std::this_thread::yield();
  std::printf("launch returned while the host function ran: %s\n", may_go ? "no" : "yes");
  std::printf("default stream is busy: %s\n", cudaGetErrorName(cudaStreamQuery(nullptr)));

  set<<<1, 1, 0, free_running>>>(cell, 7);
  cudaMemcpyAsync(pinned, cell, sizeof(int), cudaMemcpyDeviceToHost, free_running);
  cudaStreamSynchronize(free_running);
  std::printf("non-blocking stream went ahead: %d\n", *pinned);

  may_go = true;
  int host[4];
  cudaMemcpy(host, list, sizeof host, cudaMemcpyDeviceToHost);
  cudaStreamSynchronize(blocking);
  cudaMemcpy(host, list, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("blocking stream, then default stream, then blocking stream: %d %d %d\n", host[1], host[2], host[3]);

  cudaLaunchHostFunc(nullptr, write_slowly, pinned);
  cudaMemcpyAsync(cell, pinned, sizeof(int), cudaMemcpyHostToDevice, blocking);
  cudaStreamSynchronize(blocking);
  cudaMemcpy(host, cell, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("a blocking stream waits for a host function of the default stream: %d\n", host[0]);

  cudaFree(list);
  cudaFree(cell);
  cudaFreeHost(pinned);
  cudaStreamDestroy(blocking);
  cudaStreamDestroy(free_running);
  return cudaGetLastError();
}
