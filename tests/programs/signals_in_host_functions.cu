// A host function blocks the signals that the program blocks, so that a thread that it starts takes the others.
//> blocked by the host function: USR1
//> blocked by its thread: USR1
#include <csignal>
#include <cstdio>
#include <string>
#include <thread>
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void nothing() {}

static std::string blocked() {
  sigset_t signals;
  pthread_sigmask(SIG_BLOCK, nullptr, &signals);
  std::string names;
  if (sigismember(&signals, SIGUSR1)) names += "USR1";
  if (sigismember(&signals, SIGUSR2)) names += " USR2";
  if (sigismember(&signals, SIGTERM)) names += " TERM";
  return names;
}

int main() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  nothing<<<1, 1, 0, stream>>>();
  std::string found[2];
  auto look = [](void *data) {
    auto *found = static_cast<std::string *>(data);
    found[0] = blocked();
    std::thread([=] { found[1] = blocked(); }).join();
  };
  cudaLaunchHostFunc(stream, look, found);
  cudaStreamSynchronize(stream);
  std::printf("blocked by the host function: %s\nblocked by its thread: %s\n", found[0].c_str(), found[1].c_str());
  cudaStreamDestroy(stream);
  return cudaGetLastError();
}
