// A server waits for its signals with sigwait: threads of the runtime do not take them, though they were started before.
//> launched: 42
//> the signal came to the thread that waits: yes
//> launched: 43
#include <csignal>
#include <cstdio>
#include <unistd.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void store(int *p, int value) { *p = value; }

static void launch(int value) {
  int *p, result = 0;
  cudaMalloc(&p, sizeof(int));
  store<<<1, 1>>>(p, value);
  cudaMemcpy(&result, p, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(p);
  std::printf("launched: %d\n", result);
}

int main() {
  launch(42);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  // Of the threads of a process that do not block a signal, any one gets it; the default is to end the process.
  kill(getpid(), SIGUSR1);
  int received = 0;
  sigwait(&signals, &received);
  std::printf("the signal came to the thread that waits: %s\n", received == SIGUSR1 ? "yes" : "no");
  launch(43);
  return cudaGetLastError();
}
